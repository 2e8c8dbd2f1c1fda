import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { runProgram } from "@backlot/cli/program";
import { serve } from "@hono/node-server";
import type { Hono } from "hono";
import { commandOutput } from "./command-output.ts";

const BACKLOT = fileURLToPath(new URL("../../apps/cli/dist/backlot.mjs", import.meta.url));

/** The options of commands that change the store. */
export const WHY = ["--reason", "the buyer asked", "--by", "sam"] as const;

/** The result of running the command. */
interface CommandRun {
  readonly out: string;
  readonly err: string;
  readonly code: number | null;
}

/** The support command, and a store that it can reach over a port. */
export interface SupportCommand {
  readonly url: string;
  /** Runs the command in this process, from its sources. */
  readonly run: (key: string, ...words: readonly string[]) => Promise<CommandRun>;
  /** Runs the built command in its own process. */
  readonly runBuilt: (key: string, ...words: readonly string[]) => Promise<CommandRun>;
  readonly close: () => void;
}

/** Makes a store listen on a free port for the support command. */
export const openSupportCommand = async (app: Hono): Promise<SupportCommand> => {
  const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" });
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the store has no port");
  const url = `http://127.0.0.1:${address.port}`;
  return {
    url,
    run: async (key, ...words) => {
      const { said, output } = commandOutput();
      const code = await runProgram([...words, "--store", url, "--key", key], output, Date.now);
      return { ...said, code };
    },
    runBuilt: async (key, ...words) => {
      const line = [BACKLOT, ...words, "--store", url];
      const child = spawn(process.execPath, line, { env: { ...process.env, BACKLOT_SUPPORT_KEY: key } });
      const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
      const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
      return { out, err, code };
    },
    close: () => void server.close(),
  };
};
