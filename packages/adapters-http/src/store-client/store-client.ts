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

/** Creates an HTTP client of a store, with the same operations and errors as the store in process. */
export const makeStoreClient = (options: StoreClientOptions): Effect.Effect<Store> => {
  const { token } = options;
  const made = HttpApiClient.make(BacklotApi, {
    baseUrl: options.baseUrl,
    transformClient: HttpClient.mapRequest((request) =>
      token === undefined ? request : HttpClientRequest.bearerToken(request, token),
    ),
  }).pipe(Effect.provide(FetchHttpClient.layer));
  const client = options.fetch === undefined ? made : Effect.provideService(made, FetchHttpClient.Fetch, options.fetch);
  return Effect.map(
    client,
    (groups) =>
      Object.fromEntries(
        Object.entries(groups as unknown as Record<string, Record<string, Call>>).map(([group, calls]) => [
          group,
          Object.fromEntries(
            Object.entries(calls).map(([name, call]) => [name, overTheWire(call, options.timeoutMs ?? 30_000)]),
          ),
        ]),
      ) as unknown as Store,
  );
};
