import { message } from "@backlot/domain";
import { type CardDeclined, PaymentDeclined, type PaymentProviderDown, ProviderUnreachable } from "@backlot/ports";
import * as Effect from "effect/Effect";

/** The outside's words for a provider that does not answer. What caused it stays in the log. */
export const unreachable = <A, E>(
  effect: Effect.Effect<A, E | PaymentProviderDown>,
): Effect.Effect<A, Exclude<E, PaymentProviderDown> | ProviderUnreachable> =>
  Effect.catchIf(
    effect,
    (error): error is Extract<E | PaymentProviderDown, PaymentProviderDown> =>
      typeof error === "object" && error !== null && "_tag" in error && error._tag === "PaymentProviderDown",
    (down) =>
      Effect.andThen(
        Effect.logWarning("payment provider", down),
        Effect.fail(new ProviderUnreachable({ message: message("payment_unreachable") })),
      ),
  ) as Effect.Effect<A, Exclude<E, PaymentProviderDown> | ProviderUnreachable>;

/** The provider's own words to the buyer. */
export const declined = (error: CardDeclined): PaymentDeclined =>
  new PaymentDeclined({ message: error.message, decline_code: error.decline_code });
