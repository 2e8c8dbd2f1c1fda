import { message } from "@backlot/domain";
import type { PaymentProviderUnavailable } from "@backlot/ports";
import * as Effect from "effect/Effect";
import * as Result from "effect/Result";

type Refusal = { readonly _tag: string; readonly message: string };

export const isOutage = (failure: Refusal | PaymentProviderUnavailable): failure is PaymentProviderUnavailable =>
  failure._tag === "PaymentProviderUnavailable";

/**
 * Runs an operation whose result a page can do without. Returns its result, or the fallback and an error message.
 * `judged` is false if an outage or a rate limit prevented a decision.
 */
export const orElse = <A, E extends Refusal, R>(
  operation: Effect.Effect<A, E | PaymentProviderUnavailable, R>,
  fallback: A,
): Effect.Effect<{ readonly value: A; readonly error: string | null; readonly judged: boolean }, never, R> =>
  Effect.map(Effect.result(operation), (answered) =>
    Result.isSuccess(answered)
      ? { value: answered.success, error: null, judged: true }
      : {
          value: fallback,
          judged: !isOutage(answered.failure) && answered.failure._tag !== "too_many_attempts",
          error: isOutage(answered.failure) ? message("payment_unreachable") : answered.failure.message,
        },
  );
