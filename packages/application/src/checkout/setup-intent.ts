import { type Account, type Cents, accountCreditOf, message } from "@backlot/domain";
import { Conflict, Forbidden, NotFound, type PaymentProviderUnavailable } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { OrderPorts } from "../store-ports.ts";

/** A card that can be charged, whose it is, and the account credit beside it, in cents. */
export interface ChargeableCard {
  readonly customer_id: string;
  readonly payment_method_id: string;
  readonly credit: Cents;
}

/** The setup intent of an order: the buyer's own, with a card that can be charged. One call. (CHK-03, CHK-06) */
export const requireSetupIntent = (
  ports: Pick<OrderPorts, "cards">,
  account: Account,
  id: string,
): Effect.Effect<ChargeableCard, NotFound | Forbidden | Conflict | PaymentProviderUnavailable> =>
  Effect.gen(function* () {
    const intent = yield* ports.cards.setupIntent(id);
    if (intent === null) return yield* new NotFound({ message: message("not_found") });
    const { customer_id, payment_method_id } = intent;
    if (customer_id === null || customer_id !== account.stripe_customer_token)
      return yield* new Forbidden({ message: message("forbidden") });
    const required = (words: "payment_method_required" | "card_unusable") =>
      new Conflict({ reason: "payment_method_required", message: message(words) });
    if (intent.status !== "succeeded" || payment_method_id === null) return yield* required("payment_method_required");
    if (!intent.is_chargeable) return yield* required("card_unusable");
    return { customer_id, payment_method_id, credit: accountCreditOf(intent.customer_balance) };
  });
