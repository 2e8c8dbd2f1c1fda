import * as Effect from "effect/Effect";

/** How long a call may take, in milliseconds. */
export const TIMEOUT_MS = 10_000;

/** An answer that says something, refusals included. Its body is null where there is none. */
export interface JsonAnswer {
  readonly status: number;
  readonly body: unknown;
}

/**
 * Asks a service once. Fails with the cause where it does not answer in time, or no JSON; and with the answer where a
 * gateway fails, or has had enough: that says nothing of the request. A redirect would take the store's keys along.
 */
export const jsonCall = (url: string, init: RequestInit, timeoutMs = TIMEOUT_MS): Effect.Effect<JsonAnswer, unknown> =>
  Effect.tryPromise({
    try: async (signal) => {
      const ends = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      const answer = await fetch(url, { redirect: "error", ...init, signal: ends });
      const text = await answer.text();
      if (answer.status >= 500 || answer.status === 429) throw { status: answer.status, body: text };
      return { status: answer.status, body: text === "" ? null : (JSON.parse(text) as unknown) };
    },
    catch: (cause) => cause,
  });
