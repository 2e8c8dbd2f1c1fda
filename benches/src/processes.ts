import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** The server that a row measures. */
export interface Server {
  readonly url: string;
  /** Returns the resident memory of the process, in megabytes. */
  readonly memory: () => number;
  readonly stop: () => Promise<void>;
}

const residentMb = (pid: number): number => {
  const [, kilobytes = "0"] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Math.round(Number(kilobytes) / 1_024);
};

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
};

/** Starts a script with Node and waits until it prints "listening on URL". `flags` are flags for Node. */
export const startServer = async (
  script: string,
  env: Readonly<Record<string, string>>,
  flags: readonly string[] = [],
): Promise<Server> => {
  const child = spawn(process.execPath, [...flags, script], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: "", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let said = "";
    child.stdout.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      const [, found] = /listening on (http\S+)/.exec(said) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.once("exit", (code) => reject(new Error(`${script} ended with ${code}`)));
  });
  return { url, memory: () => residentMb(child.pid ?? 0), stop: () => end(child) };
};

/** Returns how long a Node command runs, in milliseconds. Fails if its exit code is not 0. */
export const timeCommand = async (
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<number> => {
  const began = performance.now();
  const child = spawn(process.execPath, args, { cwd: ROOT, env: { ...process.env, ...env }, stdio: "ignore" });
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}`);
  return performance.now() - began;
};
