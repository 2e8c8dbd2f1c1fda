import * as Effect from "effect/Effect";

/** How long a call may take, in milliseconds. */
const TIMEOUT_MS = 10_000;

/** An answer that says something, refusals included. */
export interface JsonAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Asks a service once. What does not answer in time, answers no JSON, or fails by itself fails with its cause. */
export const jsonCall = (url: string, init: RequestInit, timeoutMs = TIMEOUT_MS): Effect.Effect<JsonAnswer, unknown> =>
  Effect.tryPromise({
    try: async (signal) => {
      const ends = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      // A redirect would take the store's key along.
      const answer = await fetch(url, { method: "POST", redirect: "error", ...init, signal: ends });
      if (answer.status >= 500 || answer.status === 429)
        throw new Error(`${new URL(url).host} answered ${answer.status}`);
      return { status: answer.status, body: (await answer.json()) as unknown };
    },
    catch: (cause) => cause,
  });
