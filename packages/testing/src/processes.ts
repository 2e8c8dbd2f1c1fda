import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Hono } from "hono";

export const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/** What a process of the store is told beside its settings, so that it starts fast. */
export const SHORT_LIVED = { NODE_OPTIONS: `--import=${new URL("./short-lived.mjs", import.meta.url)}` };

/** A process that has ended: what it said and how it went. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs one of the store's scripts to its end. */
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

/** Starts the built API as a process; resolves once it listens. */
export const startApi = async (env: Record<string, string>): Promise<ChildProcess> => {
  const child = spawn(process.execPath, ["apps/api/dist/main.js"], {
    cwd: ROOT,
    env: { ...process.env, ...SHORT_LIVED, NODE_ENV: "", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on("data", (chunk: Buffer) => chunk.toString().includes("listening on") && resolve());
    child.once("exit", (code) => reject(new Error(`the API ended with ${code}`)));
  });
  return child;
};

/** The routes of a process, as the test client wants them. */
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
  // A killed store answers nothing.
  app.onError((_, c) => c.body(null, 502));
  return app;
};
