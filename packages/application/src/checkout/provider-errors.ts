import { message } from "@backlot/domain";
import {
  type CardDeclined,
  PaymentDeclined,
  type PaymentProviderUnavailable,
  ProviderUnreachable,
} from "@backlot/ports";
import * as Effect from "effect/Effect";

/** The outside's words for a provider that does not answer. What caused it stays in the log. */
export const toProviderUnreachable = <A, E>(
  effect: Effect.Effect<A, E | PaymentProviderUnavailable>,
): Effect.Effect<A, Exclude<E, PaymentProviderUnavailable> | ProviderUnreachable> =>
  Effect.catchIf(
    effect,
    (error): error is Extract<E | PaymentProviderUnavailable, PaymentProviderUnavailable> =>
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
