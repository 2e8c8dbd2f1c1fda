import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { requestsPerSecond } from "./load.ts";
import { ROOT, type Server, startServer } from "./processes.ts";
import { requireSameAnswer } from "./same-answer.ts";
import type { Measured } from "./statistics.ts";
import { type BenchStore, openBenchStore } from "./store.ts";

/** How a run measures. */
export interface WorkshopOptions {
  readonly databaseUrl: string;
  readonly rounds: number;
  readonly seconds: number;
  /** Whether it only sees that every row can be measured: its figures mean nothing. */
  readonly isCheck: boolean;
  /** A folder for CPU profiles of the store; null for none. */
  readonly profileTo: string | null;
}

/** What rows measure with: servers are started when the first row asks for them. */
export interface Workshop extends WorkshopOptions {
  readonly store: () => Promise<BenchStore>;
  /** The store on the embedded engine. */
  readonly embedded: () => Promise<BenchStore>;
  /** A program of `limits/`, over the same database. */
  readonly limit: (name: string, env?: Readonly<Record<string, string>>) => Promise<Server>;
  /** Sees that the limit and the store answer the same, then loads an address of each in turns. */
  readonly compare: (
    row: string,
    limitUrl: string,
    ourUrl: string,
    goal: Measured["goal"],
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Measured>;
  /** What is stopped when the workshop closes. */
  readonly onClose: (stop: () => Promise<void>) => void;
  readonly close: () => Promise<void>;
}

const once = <A>(make: () => Promise<A>): (() => Promise<A>) => {
  let made: Promise<A> | undefined;
  return () => (made ??= make());
};

const SOURCES = ["--conditions=@backlot/source"];

/** Opens what the rows of a run share. */
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
    compare: async (row, limitUrl, ourUrl, goal, headers = {}) => {
      const { "if-none-match": _, ...asked } = headers;
      await requireSameAnswer(limitUrl, ourUrl, asked);
      const limit: number[] = [];
      const ours: number[] = [];
      // The first seconds of a server are its compiler's.
      if (!options.isCheck) {
        await requestsPerSecond(limitUrl, options.seconds);
        await requestsPerSecond(ourUrl, options.seconds, headers);
      }
      const load = {
        limit: () => requestsPerSecond(limitUrl, options.seconds),
        ours: () => requestsPerSecond(ourUrl, options.seconds, headers),
      };
      for (let round = 0; round < options.rounds; round += 1) {
        // The figures of a check mean nothing, so both sides can share the machine.
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
