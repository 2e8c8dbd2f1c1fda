import { PayingAccount } from "@backlot/ports";
import { Payments } from "@backlot/ports/checkout/payments.contract";
import * as Effect from "effect/Effect";
import { implement } from "../implement.ts";
import { toPaymentStep } from "./responses.ts";
import { buy } from "./buy.ts";
import { createSetupIntent, customerDetails, deleteCard, listCards, makeDefaultCard } from "./cards.ts";
import { askedCart, creditsAsked } from "./guest.ts";
import { confirmPayment } from "./complete.ts";
import { toPaymentDeclined } from "../provider-errors.ts";

/** Handlers for card payments and saved cards. */
export const payments = implement(Payments, {
  setupIntent: Effect.fnUntraced(
    function* ({ payload }) {
      const { id, client_secret, status } = yield* createSetupIntent(yield* PayingAccount, payload);
      return { id, client_secret, status };
    },
    Effect.catchTag("CardDeclined", (declined) => Effect.fail(toPaymentDeclined(declined))),
  ),
  paymentIntent: Effect.fnUntraced(function* ({ payload }) {
    const { amount = null, customer_id = null, payment_method_id = null } = payload;
    const card = { _tag: "Card", customer_id, payment_method_id } as const;
    const { buyer, what } = yield* "token" in payload
      ? askedCart(payload.token, payload.email ?? null, amount)
      : creditsAsked({ credits: payload.recurring_credits, amount, plan_variant_id: null });
    return yield* toPaymentStep(yield* buy(buyer, what, "stripe", card));
  }),
  paymentIntentConfirm: ({ payload }) =>
    Effect.flatMap(PayingAccount, (account) =>
      confirmPayment(account, payload.payment_intent_id, payload.payment_method_id ?? null),
    ),
  cards: ({ payload }) => Effect.flatMap(PayingAccount, (account) => listCards(account, payload.stripe_customer_token)),
  customer: ({ payload }) => Effect.flatMap(PayingAccount, (account) => customerDetails(account, payload.customer_id)),
  makeDefaultCard: ({ payload }) =>
    Effect.flatMap(PayingAccount, (account) => makeDefaultCard(account, payload.payment_method_id)),
  deleteCard: ({ payload }) =>
    Effect.flatMap(PayingAccount, (account) => deleteCard(account, payload.payment_method_id)),
});
