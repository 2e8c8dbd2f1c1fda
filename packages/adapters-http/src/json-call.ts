import * as Effect from "effect/Effect";

/** How long a call may take, in milliseconds. */
export const TIMEOUT_MS = 10_000;

/** An answer that says something, refusals included. Its body is null where there is none. */
export interface JsonAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** The same with its body as it came. */
export interface TextAnswer {
  readonly status: number;
  readonly text: string;
}

/**
 * Asks a service once. Fails with the cause where it does not answer in time; and with the answer where a gateway
 * fails, or has had enough: that says nothing of the request. A redirect would take the store's keys along.
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

/** The same of a service that answers JSON: anything else is a failure. */
export const jsonCall = (url: string, init: RequestInit, timeoutMs = TIMEOUT_MS): Effect.Effect<JsonAnswer, unknown> =>
  Effect.flatMap(textCall(url, init, timeoutMs), ({ status, text }) =>
    Effect.try({
      try: () => ({ status, body: text === "" ? null : (JSON.parse(text) as unknown) }),
      catch: (cause) => cause,
    }),
  );
