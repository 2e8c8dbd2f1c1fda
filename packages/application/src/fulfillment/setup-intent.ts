import { type Account, accountCreditOf, message } from "@backlot/domain";
import { CardVault, Conflict, Forbidden, NotFound } from "@backlot/ports";
import * as Effect from "effect/Effect";

/**
 * Returns the card and the account credit (in cents, a debt if negative) of the buyer's own setup intent; fails if the
 * card can't be charged. Makes one provider call.
 */
export const requireSetupIntent = Effect.fnUntraced(function* (account: Account, id: string) {
  const cards = yield* CardVault;
  const intent = yield* cards.setupIntent(id);
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
