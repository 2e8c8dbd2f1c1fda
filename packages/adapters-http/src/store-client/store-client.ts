import { once } from "@backlot/domain/kernel/once";
import { BacklotApi, type Store, Unreachable } from "@backlot/ports";
import * as Cause from "effect/Cause";
import * as Effect from "effect/Effect";
import * as Result from "effect/Result";
import * as Schema from "effect/Schema";
import * as FetchHttpClient from "effect/http/FetchHttpClient";
import * as HttpClient from "effect/http/HttpClient";
import * as HttpClientError from "effect/http/HttpClientError";
import * as HttpClientRequest from "effect/http/HttpClientRequest";
import * as HttpApiClient from "effect/http-api/HttpApiClient";

/** The address of a store, and the caller's credentials. */
export interface StoreClientOptions {
  readonly baseUrl: string;
  /** A session token; omit it to call as an anonymous visitor. */
  readonly token?: string;
  /** A replacement for `fetch`, such as an in-process app. */
  readonly fetch?: typeof globalThis.fetch;
  /** The timeout of one call, in milliseconds. */
  readonly timeoutMs?: number;
}

const reason = (error: unknown): Unreachable | null => {
  if (HttpClientError.isHttpClientError(error)) {
    const { response } = error;
    const message =
      response === undefined
        ? "Nothing answers at this address. Check the address, and whether the store is running."
        : response.status >= 500
          ? `The store failed with status ${response.status}. Try again, or see its log.`
          : `This is not a Backlot store, or it has another version. It answered with status ${response.status}.`;
    return new Unreachable({ message, cause: error });
  }
  return Schema.isSchemaError(error)
    ? new Unreachable({ message: `What is sent or answered is not as agreed: ${error.message}`, cause: error })
    : null;
};

type Call = (...args: readonly unknown[]) => Effect.Effect<unknown, unknown>;

/**
 * Passes the contract's errors through, and turns a timeout, a transport error, or a response that doesn't match the
 * contract into Unreachable.
 */
const overTheWire =
  (call: Call, timeoutMs: number): Call =>
  (...args) =>
    call(...args).pipe(
      Effect.timeoutOrElse({
        duration: `${timeoutMs} millis`,
        orElse: () => Effect.fail(new Unreachable({ message: `The store did not answer within ${timeoutMs} ms.` })),
      }),
      Effect.catchCause((cause) => {
        const failure = Cause.findError(cause);
        if (Result.isFailure(failure)) return Effect.failCause(cause);
        return Effect.fail(reason(failure.success) ?? failure.success);
      }),
    );

/**
 * Creates an HTTP client of a store, with the same operations and errors as the store in process. A group of operations
 * is built at its first use: most callers use one of many.
 */
export const makeStoreClient = (options: StoreClientOptions): Effect.Effect<Store> => {
  const { token, baseUrl, timeoutMs = 30_000 } = options;
  const found = HttpClient.HttpClient.pipe(Effect.provide(FetchHttpClient.layer));
  const client =
    options.fetch === undefined ? found : Effect.provideService(found, FetchHttpClient.Fetch, options.fetch);
  return Effect.map(client, (fetching) => {
    const httpClient = HttpClient.mapRequest(fetching, (request) =>
      token === undefined ? request : HttpClientRequest.bearerToken(request, token),
    );
    const operations = (group: keyof Store) => {
      const calls = Effect.runSync(HttpApiClient.group(BacklotApi, { group, httpClient, baseUrl }));
      return Object.fromEntries(
        Object.entries(calls as unknown as Record<string, Call>).map(([name, call]) => [
          name,
          overTheWire(call, timeoutMs),
        ]),
      );
    };
    const groups = {};
    for (const group of Object.keys(BacklotApi.groups) as (keyof Store)[]) {
      const get = once(() => operations(group));
      Object.defineProperty(groups, group, { get, enumerable: true });
    }
    return groups as Store;
  });
};
