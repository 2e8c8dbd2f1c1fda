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

/** How long a request may wait for its providers; each call of theirs has a limit of its own. */
const WAIT_FOR_PROVIDERS = "25 seconds";

/** Work that goes on without its caller: how it ends is in the log, since nobody waits for it. */
const logEnd = <A, E>(fiber: Fiber.Fiber<A, E>): Effect.Effect<void> =>
  Effect.flatMap(Fiber.await(fiber), (exit) =>
    Exit.isSuccess(exit) ? Effect.void : Effect.logWarning("work that went on without its caller failed", exit.cause),
  );

/** Answers in time: what takes longer goes on without its caller, who is answered that it was not reached. */
const withinLimit = <A, E>(work: Effect.Effect<A, E>): Effect.Effect<A, E | ProviderUnreachable> =>
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
 * The outside's words for a provider that does not answer, or not in time. What caused it stays in the log; an order
 * goes on by itself. (CHK-08)
 */
export const toProviderUnreachable = <A, E>(
  effect: Effect.Effect<A, E | PaymentProviderUnavailable>,
): Effect.Effect<A, Exclude<E, PaymentProviderUnavailable> | ProviderUnreachable> =>
  Effect.catchIf(
    withinLimit(effect),
    (error): error is Extract<E | ProviderUnreachable | PaymentProviderUnavailable, PaymentProviderUnavailable> =>
      typeof error === "object" && error !== null && "_tag" in error && error._tag === "PaymentProviderUnavailable",
    (down) =>
      Effect.andThen(
        Effect.logWarning("payment provider", down),
        Effect.fail(new ProviderUnreachable({ message: message("payment_unreachable") })),
      ),
  ) as Effect.Effect<A, Exclude<E, PaymentProviderUnavailable> | ProviderUnreachable>;

/** The provider's own words to the buyer. */
export const toPaymentDeclined = (error: CardDeclined): PaymentDeclined =>
  new PaymentDeclined({ message: error.message, decline_code: error.decline_code });
