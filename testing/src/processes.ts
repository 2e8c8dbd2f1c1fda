import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Hono } from "hono";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Environment variables that make the store's processes start faster. */
export const SHORT_LIVED = { NODE_OPTIONS: `--import=${new URL("./short-lived.mjs", import.meta.url)}` };

/** A process that has ended: its exit code and its output. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs a script of the store until it ends. */
export const runScript = async (args: readonly string[], env: Record<string, string> = {}): Promise<Ended> => {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ...SHORT_LIVED, NODE_ENV: "", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    err += chunk.toString();
  });
  const [code] = (await once(child, "close")) as [number | null];
  return { code, out, err };
};

/**
 * Resolves with the output of a process once it matches `ready`. Rejects with all of the output if the process ends
 * before. Later output goes to the log of the running test.
 */
export const whenReady = (child: ChildProcess, ready: RegExp, name: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let said = "";
    let isReady = false;
    const read = (chunk: Buffer): void => {
      if (isReady) {
        console.error(chunk.toString());
        return;
      }
      said += chunk.toString();
      isReady = ready.test(said);
      if (isReady) resolve(said);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("close", (code, signal) => reject(new Error(`${name} ended with ${code ?? signal}:\n${said}`)));
  });

/** Starts the built API as a process. Resolves once it listens. */
export const startApi = async (env: Record<string, string>): Promise<ChildProcess> => {
  const child = spawn(process.execPath, ["apps/api/dist/main.js"], {
    cwd: ROOT,
    env: { ...process.env, ...SHORT_LIVED, NODE_ENV: "", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  await whenReady(child, /listening on/, "the API");
  return child;
};

/** Returns an app that forwards requests to a process, for the test client. */
export const overTheWire = (url: string): Hono => {
  const app = new Hono();
  app.all("*", (c) =>
    fetch(`${url}${c.req.path}${new URL(c.req.url).search}`, {
      method: c.req.method,
      headers: c.req.raw.headers,
      body: c.req.raw.body,
      duplex: "half",
    } as RequestInit),
  );
  // A killed store does not respond.
  app.onError((_, c) => c.body(null, 502));
  return app;
};
