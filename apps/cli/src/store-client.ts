import { makeStoreClient } from "@backlot/adapters-http";
import type { Store } from "@backlot/ports";
import { layerNodeHttpOptions } from "@effect/platform-node/NodeHttpClient";
import * as Effect from "effect/Effect";
import type * as Result from "effect/Result";

/** The timeout of a request to the store, in milliseconds. Some requests call a payment provider several times. */
const TIMEOUT_MS = 60_000;

// Node's `fetch` takes three times as long to load.
const httpClient = layerNodeHttpOptions({ keepAlive: true });

/** Creates a store client. With a key, it calls the store as support staff. */
export const openStore = (url: string, key?: string): Promise<Store> => {
  const token = key === undefined ? {} : { token: key };
  return Effect.runPromise(makeStoreClient({ baseUrl: url, timeoutMs: TIMEOUT_MS, httpClient, ...token }));
};

/** Runs a store operation and returns its success or failure as a value. */
export const ask = <A, E>(operation: Effect.Effect<A, E>): Promise<Result.Result<A, E>> =>
  Effect.runPromise(Effect.result(operation));
