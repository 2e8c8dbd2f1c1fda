import { message } from "@backlot/domain";
import {
  type CardDeclined,
  PaymentDeclined,
  type PaymentProviderUnavailable,
  ProviderUnreachable,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import * as Exit from "effect/Exit";
import * as Fiber from "effect/Fiber";

/** The maximum time that a request waits for its providers. Each provider call has its own limit. */
const WAIT_FOR_PROVIDERS = "25 seconds";

/** Logs the failure of work that continued after its request timed out. */
const logEnd = <A, E>(fiber: Fiber.Fiber<A, E>): Effect.Effect<void> =>
  Effect.flatMap(Fiber.await(fiber), (exit) =>
    Exit.isSuccess(exit) ? Effect.void : Effect.logWarning("background work failed after its caller left", exit.cause),
  );

/** Runs work, and fails if it takes longer than WAIT_FOR_PROVIDERS. The work then continues in the background. */
const withinLimit = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E | ProviderUnreachable, R> =>
  Effect.flatMap(Effect.forkDetach(work, { startImmediately: true }), (fiber) =>
    Effect.timeoutOrElse(Fiber.join(fiber), {
      duration: WAIT_FOR_PROVIDERS,
      orElse: () =>
        Effect.andThen(
          Effect.forkDetach(logEnd(fiber)),
          Effect.fail(new ProviderUnreachable({ message: message("payment_takes_long") })),
        ),
    }),
  );

/**
 * Converts a provider's outage or late response to the contract's error, and logs the cause. Late work continues in the
 * background.
 */
export const toProviderUnreachable = <A, E, R>(
  effect: Effect.Effect<A, E | PaymentProviderUnavailable, R>,
): Effect.Effect<A, Exclude<E, PaymentProviderUnavailable> | ProviderUnreachable, R> =>
  Effect.catchIf(
    withinLimit(effect),
    (error): error is Extract<E | ProviderUnreachable | PaymentProviderUnavailable, PaymentProviderUnavailable> =>
      typeof error === "object" && error !== null && "_tag" in error && error._tag === "PaymentProviderUnavailable",
    (down) =>
      Effect.andThen(
        Effect.logWarning("the payment provider can't be reached", down),
        Effect.fail(new ProviderUnreachable({ message: message("payment_unreachable") })),
      ),
  ) as Effect.Effect<A, Exclude<E, PaymentProviderUnavailable> | ProviderUnreachable, R>;

/** Returns the contract's error for a declined card, with the provider's message for the buyer. */
export const toPaymentDeclined = (error: CardDeclined): PaymentDeclined =>
  new PaymentDeclined({ message: error.message, decline_code: error.decline_code });
