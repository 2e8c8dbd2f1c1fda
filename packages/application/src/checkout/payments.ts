import { PayingAccount } from "@backlot/ports";
import { Payments } from "@backlot/ports/checkout/payments.contract";
import * as Effect from "effect/Effect";
import { implement } from "../implement.ts";
import { startCartPayment } from "./buy-cart.ts";
import { startPackPayment } from "./buy-credits.ts";
import { createSetupIntent, deleteCard, listCards, makeDefaultCard } from "./cards.ts";
import { cartBuyer, creditBuyer } from "./guest.ts";
import { confirmPayment } from "./one-time-payment.ts";
import { toPaymentDeclined } from "../provider-errors.ts";

/** Handlers for card payments and saved cards. */
export const payments = implement(Payments, {
  setupIntent: ({ payload }) =>
    Effect.gen(function* () {
      const { id, client_secret, status } = yield* createSetupIntent(yield* PayingAccount, payload);
      return { id, client_secret, status };
    }).pipe(Effect.catchTag("CardDeclined", (declined) => Effect.fail(toPaymentDeclined(declined)))),
  paymentIntent: ({ payload }) =>
    Effect.gen(function* () {
      const payment = {
        payment_method_id: payload.payment_method_id ?? null,
        customer_id: payload.customer_id ?? null,
        amount: payload.amount ?? null,
      };
      return "token" in payload
        ? yield* startCartPayment(yield* cartBuyer(payload.token, payload.email ?? null), payment)
        : yield* startPackPayment(yield* creditBuyer, { credits: payload.recurring_credits, ...payment });
    }),
  paymentIntentConfirm: ({ payload }) =>
    Effect.flatMap(PayingAccount, (account) =>
      confirmPayment(account, payload.payment_intent_id, payload.payment_method_id ?? null),
    ),
  cards: ({ payload }) => Effect.flatMap(PayingAccount, (account) => listCards(account, payload.stripe_customer_token)),
  makeDefaultCard: ({ payload }) =>
    Effect.flatMap(PayingAccount, (account) => makeDefaultCard(account, payload.payment_method_id)),
  deleteCard: ({ payload }) =>
    Effect.flatMap(PayingAccount, (account) => deleteCard(account, payload.payment_method_id)),
});
