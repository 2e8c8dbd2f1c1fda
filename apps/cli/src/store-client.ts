import { makeStoreClient } from "@backlot/adapters-http";
import type { Store } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type * as Result from "effect/Result";

/** Milliseconds that a store may take for one answer. */
const TIMEOUT_MS = 10_000;

/** Opens a client of a store. The key makes its caller support staff. */
export const openStore = (url: string, key?: string): Promise<Store> => {
  const token = key === undefined ? {} : { token: key };
  return Effect.runPromise(makeStoreClient({ baseUrl: url, timeoutMs: TIMEOUT_MS, ...token }));
};

/** Runs an operation of a store: its success, or its failure as a value. */
export const ask = <A, E>(operation: Effect.Effect<A, E>): Promise<Result.Result<A, E>> =>
  Effect.runPromise(Effect.result(operation));
