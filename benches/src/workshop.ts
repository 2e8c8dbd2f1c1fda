import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Sent, requestsPerSecond } from "./load.ts";
import { ROOT, type Server, startServer } from "./processes.ts";
import { requireSameAnswer } from "./same-answer.ts";
import type { Measured } from "./statistics.ts";
import { type BenchStore, openBenchStore } from "./store.ts";

/** The options of a run. */
interface WorkshopOptions {
  readonly databaseUrl: string;
  readonly rounds: number;
  readonly seconds: number;
  /** Whether the run only checks that every row can be measured. Its figures are meaningless. */
  readonly isCheck: boolean;
  /** The folder for CPU profiles of the store, or null for no profiles. */
  readonly profileTo: string | null;
}

/** The shared tools of the rows. Servers start when a row first asks for them. */
export interface Workshop extends WorkshopOptions {
  readonly store: () => Promise<BenchStore>;
  /** Returns the store on PGlite. */
  readonly embedded: () => Promise<BenchStore>;
  /** Starts a program from `limits/` on the same database. */
  readonly limit: (name: string, env?: Readonly<Record<string, string>>) => Promise<Server>;
  /** Checks that the limit and the store return the same, then loads a URL of each in turns. */
  readonly compare: (
    row: string,
    limitUrl: string,
    ourUrl: string,
    goal: Measured["goal"],
    sent?: Sent,
  ) => Promise<Measured>;
  /** Adds a function to call when the workshop closes. */
  readonly onClose: (stop: () => Promise<void>) => void;
  readonly close: () => Promise<void>;
}

const once = <A>(make: () => Promise<A>): (() => Promise<A>) => {
  let made: Promise<A> | undefined;
  return () => (made ??= make());
};

const SOURCES = ["--conditions=@backlot/source"];

/** Opens the shared tools for the rows of a run. */
export const openWorkshop = async (options: WorkshopOptions): Promise<Workshop> => {
  const closing: (() => Promise<void>)[] = [];
  const opened = async (databaseUrl: string | null): Promise<BenchStore> => {
    const store = await openBenchStore(databaseUrl, options.profileTo);
    closing.push(store.stop);
    return store;
  };
  if (options.profileTo !== null) mkdirSync(options.profileTo, { recursive: true });
  const store = once(() => opened(options.databaseUrl));
  const limits = new Map<string, Promise<Server>>();
  return {
    ...options,
    store,
    embedded: once(() => opened(null)),
    limit: (name, env = {}) => {
      const key = `${name} ${JSON.stringify(env)}`;
      const known =
        limits.get(key) ??
        startServer(join(ROOT, "benches/limits", name), { DATABASE_URL: options.databaseUrl, ...env }, SOURCES).then(
          (server) => {
            closing.push(server.stop);
            return server;
          },
        );
      limits.set(key, known);
      return known;
    },
    compare: async (row, limitUrl, ourUrl, goal, sent = {}) => {
      const { headers = {}, ...bare } = sent;
      const { "if-none-match": _, ...compared } = headers;
      await requireSameAnswer(limitUrl, ourUrl, { ...bare, headers: compared });
      const limit: number[] = [];
      const ours: number[] = [];
      // Warm up the JIT compiler.
      if (!options.isCheck) {
        await requestsPerSecond(limitUrl, options.seconds, bare);
        await requestsPerSecond(ourUrl, options.seconds, sent);
      }
      const load = {
        limit: () => requestsPerSecond(limitUrl, options.seconds, bare),
        ours: () => requestsPerSecond(ourUrl, options.seconds, sent),
      };
      for (let round = 0; round < options.rounds; round += 1) {
        // A check's figures are meaningless, so both sides can run at the same time.
        const both = options.isCheck
          ? await Promise.all([load.limit(), load.ours()])
          : ([await load.limit(), await load.ours()] as const);
        limit.push(both[0]);
        ours.push(both[1]);
      }
      return { row, unit: "/s", limit, ours, goal };
    },
    onClose: (stop) => void closing.push(stop),
    close: async () => {
      for (const close of closing.reverse()) await close();
    },
  };
};
