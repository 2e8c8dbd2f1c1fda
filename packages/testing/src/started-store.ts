import { type ChildProcess, spawn } from "node:child_process";
import { rm } from "node:fs/promises";
import { createServer } from "node:net";
import { dataFolder } from "./data-folder.ts";
import { type TestDatabases, testDatabases } from "./databases.ts";
import { ROOT, SHORT_LIVED } from "./processes.ts";
import { TESTS_BEGIN_AT } from "./sandbox.ts";

/** A port that nobody uses right now. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() =>
        typeof address === "object" && address !== null ? resolve(address.port) : reject(new Error("no port")),
      );
    });
  });

/** The store as `npm start` runs it, on ports and a data folder of its own. */
export interface RunningStore {
  readonly url: string;
  readonly sandboxUrl: string;
  readonly dataDir: string;
  readonly output: () => string;
  /** Ends the way Ctrl-C does, and answers the exit code. */
  readonly stop: () => Promise<number | null>;
  /** The API's process, for those who want to kill it. */
  readonly launcher: ChildProcess;
}

/**
 * Starts the store with the start script, over a stocked database, an embedded one where nothing else is said; resolves once
 * it says that it is open.
 */
export const startStore = async (
  options: {
    readonly databases?: TestDatabases;
    readonly dataDir?: string;
    readonly env?: Record<string, string>;
  } = {},
): Promise<RunningStore> => {
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const dataDir = options.dataDir ?? (await dataFolder("e2e"));
  const { databases = testDatabases[0] } = options;
  const stocked = options.dataDir === undefined ? await databases.stockedEnvironment(dataDir) : {};
  const launcher = spawn(process.execPath, ["scripts/start.mjs"], {
    cwd: ROOT,
    env: {
      ...process.env,
      ...SHORT_LIVED,
      NODE_ENV: "",
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_STARTS_AT: TESTS_BEGIN_AT,
      DATA_DIR: dataDir,
      SAMPLE_SCALE: "0.125",
      ...stocked,
      ...options.env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  const ended = new Promise<number | null>((resolve) => launcher.once("exit", (code) => resolve(code)));
  const open = new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer): void => {
      text += chunk.toString();
      if (text.includes("Backlot is open at")) resolve();
    };
    launcher.stdout.on("data", hear);
    launcher.stderr.on("data", hear);
    void ended.then((code) => reject(new Error(`the store ended with ${code}:\n${text}`)));
  });
  await open;
  return {
    url: `http://127.0.0.1:${port}`,
    sandboxUrl: `http://127.0.0.1:${sandboxPort}`,
    dataDir,
    output: () => text,
    launcher,
    stop: async () => {
      launcher.kill("SIGTERM");
      return ended;
    },
  };
};

/** Removes what a store kept. */
export const removeData = (store: RunningStore): Promise<void> => rm(store.dataDir, { recursive: true, force: true });
