import { once } from "@backlot/domain/kernel/once";
import { BacklotApi, type Store, Unreachable } from "@backlot/ports";
import * as Cause from "effect/Cause";
import * as Effect from "effect/Effect";
import type * as Layer from "effect/Layer";
import * as Result from "effect/Result";
import * as Schema from "effect/Schema";
import * as FetchHttpClient from "effect/http/FetchHttpClient";
import * as HttpClient from "effect/http/HttpClient";
import * as HttpClientError from "effect/http/HttpClientError";
import * as HttpClientRequest from "effect/http/HttpClientRequest";
import * as HttpApiClient from "effect/http-api/HttpApiClient";

/** A store's URL, and the caller's credentials. */
export interface StoreClientOptions {
  readonly baseUrl: string;
  /** The session token. Omit it to call as an anonymous visitor. */
  readonly token?: string;
  /** A replacement for `fetch`, such as an in-process app. */
  readonly fetch?: typeof globalThis.fetch;
  /** A replacement for the client that calls `fetch`. */
  readonly httpClient?: Layer.Layer<HttpClient.HttpClient>;
  /** The timeout of one call, in milliseconds. */
  readonly timeoutMs?: number;
}

/** Returns a message that explains an HTTP error and what to do about it. */
const httpErrorText = ({ response }: HttpClientError.HttpClientError): string => {
  if (response === undefined)
    return "Nothing responds at this address. Check the address, and check that the store is running.";
  const { status, headers } = response;
  if (status < 400 && headers.location !== undefined) return `The store is at ${headers.location}. Use that address.`;
  return status >= 500
    ? `The store failed with status ${status}. Try again, or check its log.`
    : `This isn't a Backlot store, or its version differs. It responded with status ${status}.`;
};

const reason = (error: unknown): Unreachable | null => {
  if (HttpClientError.isHttpClientError(error)) return new Unreachable({ message: httpErrorText(error), cause: error });
  return Schema.isSchemaError(error)
    ? new Unreachable({ message: `The request or the response doesn't match the API: ${error.message}`, cause: error })
    : null;
};

const DISCARD_WITHIN = "1 second";

/** Reads the rest of a failed response. Until the response has been read, its connection keeps the process alive. */
const discardBody = (error: unknown): Effect.Effect<void> => {
  const response = HttpClientError.isHttpClientError(error) ? error.response : undefined;
  if (response === undefined) return Effect.void;
  return response.text.pipe(Effect.timeout(DISCARD_WITHIN), Effect.ignore);
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
        orElse: () => Effect.fail(new Unreachable({ message: `The store didn't respond within ${timeoutMs} ms.` })),
      }),
      Effect.catchCause((cause) => {
        const failure = Cause.findError(cause);
        if (Result.isFailure(failure)) return Effect.failCause(cause);
        const failed = Effect.fail(reason(failure.success) ?? failure.success);
        return Effect.andThen(discardBody(failure.success), failed);
      }),
    );

/** Returns an object that creates each of its values on first use. */
const createdLate = <V extends object>(names: readonly string[], create: (name: string) => V): Record<string, V> =>
  Object.defineProperties(
    {},
    Object.fromEntries(names.map((name) => [name, { get: once(() => create(name)), enumerable: true }])),
  );

/**
 * Creates an HTTP client for a store, with the same operations and errors as the in-process store. Builds each
 * operation on first use, because most callers use only a few.
 */
export const makeStoreClient = (options: StoreClientOptions): Effect.Effect<Store> => {
  const { token, baseUrl, timeoutMs = 30_000 } = options;
  const baseClient = HttpClient.HttpClient.pipe(Effect.provide(options.httpClient ?? FetchHttpClient.layer));
  const client =
    options.fetch === undefined ? baseClient : Effect.provideService(baseClient, FetchHttpClient.Fetch, options.fetch);
  return Effect.map(client, (fetching) => {
    const httpClient = HttpClient.mapRequest(fetching, (request) =>
      token === undefined ? request : HttpClientRequest.bearerToken(request, token),
    );
    const operation = (group: string, endpoint: string): Call => {
      const named = { group, endpoint } as { readonly group: "health"; readonly endpoint: "check" };
      const call = Effect.runSync(HttpApiClient.endpoint(BacklotApi, { ...named, httpClient, baseUrl }));
      return overTheWire(call as unknown as Call, timeoutMs);
    };
    const groups = createdLate(Object.keys(BacklotApi.groups), (group) =>
      createdLate(Object.keys(BacklotApi.groups[group as keyof Store].endpoints), (name) => operation(group, name)),
    );
    return groups as unknown as Store;
  });
};
