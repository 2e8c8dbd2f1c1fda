import { NO_LIMITS } from "./no-limits.ts";
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "../../scripts/free-port.mjs";
import { dataFolder } from "./data-folder.ts";
import type { TestDatabases } from "./databases.ts";
import { ROOT, SHORT_LIVED } from "./processes.ts";
import { BY_STAFF, BY_STAFF_QUERY, TESTS_BEGIN_AT } from "./sandbox.ts";
import { TEST_SCALE } from "./scale.ts";

/** The location of a store that runs as `npm start` runs it: its pages, its sandbox and its data. */
export interface StorePlace {
  readonly url: string;
  readonly sandboxUrl: string;
  readonly dataDir: string;
}

/** Returns the location of a store that is not started yet: free ports and a new data folder. */
export const freePlace = async (): Promise<StorePlace> => {
  const [port, sandboxPort] = [await freePort(), await freePort()];
  return {
    url: `http://127.0.0.1:${port}`,
    sandboxUrl: `http://127.0.0.1:${sandboxPort}`,
    dataDir: await dataFolder("e2e"),
  };
};

/** The file in a shared store's data folder that holds its output if it fails. */
export const FAILURE_FILE = "failed.txt";

/** Throws the output of a shared store if it has failed. */
export const requireRunning = ({ dataDir }: StorePlace): void => {
  const file = join(dataDir, FAILURE_FILE);
  if (existsSync(file)) throw new Error(readFileSync(file, "utf8"));
};

/** A running store. */
export interface RunningStore extends StorePlace {
  readonly output: () => string;
  /** Stops the store as Ctrl-C does. Returns the exit code. */
  readonly stop: () => Promise<number | null>;
  /** The start script's process, for tests that kill it. */
  readonly launcher: ChildProcess;
}

/** Starts the store with the start script, over a stocked database. Resolves once it is open. */
export const startStore = async (databases: TestDatabases, place: StorePlace): Promise<RunningStore> => {
  const stocked = await databases.stockedEnvironment(place.dataDir);
  const launcher = spawn(process.execPath, ["scripts/start.mjs"], {
    cwd: ROOT,
    env: {
      ...process.env,
      ...SHORT_LIVED,
      NODE_ENV: "",
      PORT: new URL(place.url).port,
      SANDBOX_PORT: new URL(place.sandboxUrl).port,
      SANDBOX_STARTS_AT: TESTS_BEGIN_AT,
      DATA_DIR: place.dataDir,
      SAMPLE_SCALE: String(TEST_SCALE.files),
      SAMPLE_AHEAD: "off",
      // All shoppers come from one network.
      ...NO_LIMITS,
      ...stocked,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  const ended = new Promise<number | null>((resolve) => launcher.once("exit", (code) => resolve(code)));
  const open = new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      text += chunk.toString();
      if (text.includes("Backlot is open at")) resolve();
    };
    launcher.stdout.on("data", read);
    launcher.stderr.on("data", read);
    void ended.then((code) => reject(new Error(`the store ended with ${code}:\n${text}`)));
  });
  await open;
  return {
    ...place,
    output: () => text,
    launcher,
    stop: async () => {
      launcher.kill("SIGTERM");
      return ended;
    },
  };
};

/** Stops a store as Ctrl-C does and removes its data. Throws if it exits with an error. */
export const endStore = async (store: RunningStore): Promise<void> => {
  const code = await store.stop();
  await rm(store.dataDir, { recursive: true, force: true });
  if (code !== 0) throw new Error(`the store ended with ${code}:\n${store.output()}`);
};

/** Calls the support API of a started store. */
export const callStartedStore = async (
  { url, dataDir }: StorePlace,
  method: string,
  path: string,
  body?: object,
): Promise<Response> => {
  const { support } = JSON.parse(await readFile(join(dataDir, "secrets.json"), "utf8")) as { support: string };
  const headers = { authorization: support, "content-type": "application/json" };
  // Every change names who makes it and why.
  const sent = body === undefined ? {} : { body: JSON.stringify({ ...body, ...BY_STAFF }) };
  const query = method === "DELETE" ? BY_STAFF_QUERY : "";
  return fetch(`${url}/api/support/${path}${query}`, { method, headers, ...sent });
};

/** Calls the support API of a started store. Returns the status. */
export const askStartedStore = async (...request: Parameters<typeof callStartedStore>): Promise<number> =>
  (await callStartedStore(...request)).status;
