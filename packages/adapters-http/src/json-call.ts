import * as Effect from "effect/Effect";

/** The default timeout of a call, in milliseconds. */
export const TIMEOUT_MS = 10_000;

/**
 * A response with any status other than 429 and 5xx, which may be a refusal. `body` is the parsed JSON, or null if it
 * is empty.
 */
export interface JsonAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** A response with any status other than 429 and 5xx, which may be a refusal. */
interface TextAnswer {
  readonly status: number;
  readonly text: string;
}

/**
 * Calls a service once. Fails with the cause if it doesn't respond in time. Fails with the status and body of a 429 or
 * 5xx response, which don't show whether the request was processed. Refuses redirects, because they would forward our
 * keys.
 */
export const textCall = (url: string, init: RequestInit, timeoutMs = TIMEOUT_MS): Effect.Effect<TextAnswer, unknown> =>
  Effect.tryPromise({
    try: async (signal) => {
      const ends = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      const answer = await fetch(url, { redirect: "error", ...init, signal: ends });
      const text = await answer.text();
      if (answer.status >= 500 || answer.status === 429) throw { status: answer.status, body: text.slice(0, 1_000) };
      return { status: answer.status, text };
    },
    catch: (cause) => cause,
  });

/** Calls a service once and parses its response as JSON. Fails like `textCall`, and if the body is not JSON. */
export const jsonCall = (url: string, init: RequestInit, timeoutMs = TIMEOUT_MS): Effect.Effect<JsonAnswer, unknown> =>
  Effect.flatMap(textCall(url, init, timeoutMs), ({ status, text }) =>
    Effect.try({
      try: () => ({ status, body: text === "" ? null : (JSON.parse(text) as unknown) }),
      catch: (cause) => cause,
    }),
  );
