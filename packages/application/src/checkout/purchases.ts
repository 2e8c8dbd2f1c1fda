import { askedCredits } from "@backlot/domain";
import { CurrentCaller, Buyer, CurrentAccount, PayingAccount, ReadRepositories } from "@backlot/ports";
import { Orders, Purchases } from "@backlot/ports/orders/orders.contract";
import * as Effect from "effect/Effect";
import { recordEvent, recordPurchase } from "../record-event.ts";
import { addressOf, linkHolder } from "../caller.ts";
import { buyWithCredits } from "./buy-with-credits.ts";
import { downloadOrdered } from "../downloads/download-variant.ts";
import { implement } from "../implement.ts";
import { listOrders, viewOrder } from "../orders/order-history.ts";
import { requireOrder, sendOrderLinks } from "../orders/order-links.ts";
import { receiptFile } from "../receipts/receipts.ts";
import { spendingAccount } from "../accounts/acting.ts";
import { toApprovalRedirect } from "./answers.ts";
import { buy } from "./buy.ts";
import { planToBuy } from "./buyables/plan.ts";
import { leaveApproval, recentlyApprovedCredits, recordCart, recordPack, returnFromApproval } from "./complete.ts";
import { NOTHING_GIVEN } from "./funds.ts";
import { askedCart, creditsAsked } from "./guest.ts";

/** Handlers for purchases other than plans. */
export const purchases = implement(Purchases, {
  creditPack: ({ payload }) =>
    Effect.gen(function* () {
      const { payment_intent } = payload;
      const bought = yield* recordPack(yield* PayingAccount, { payment_intent, credits: askedCredits(payload) });
      yield* recordPurchase((orders) => orders.byPaymentReference(payment_intent));
      return bought;
    }),
  known: ({ query }) =>
    Effect.flatMap(CurrentAccount, (account) => recentlyApprovedCredits(account, query.purchased_credits)),
  cart: ({ payload }) =>
    Effect.gen(function* () {
      const { token, payment_intent: paymentId = null } = payload;
      const bought = yield* recordCart(yield* Buyer, { token, paymentId });
      yield* recordPurchase((orders) => orders.get(bought.order_id));
      return bought;
    }),
  collection: ({ payload }) =>
    Effect.gen(function* () {
      const account = yield* spendingAccount(yield* CurrentAccount);
      const bought = yield* buyWithCredits(account, payload.collection_id);
      const { collection_id, credits_spent: credits } = bought;
      yield* recordEvent({ _tag: "credit_purchase", collection_id, credits });
      return bought;
    }),
});

/** Handlers for orders, and for payments through PayPal. */
export const orders = implement(Orders, {
  list: ({ query }) => Effect.flatMap(CurrentAccount, (account) => listOrders(account, query)),
  get: ({ params, query }) => Effect.flatMap(requireOrder(params.id, query.link ?? null), viewOrder),
  receipt: ({ params, query }) =>
    Effect.gen(function* () {
      const read = yield* ReadRepositories;
      const { id } = yield* requireOrder(params.id, query.link ?? null);
      return yield* receiptFile(yield* read.receipts.ofOrder(id));
    }),
  download: ({ params, payload: { link = null, variant_id } }) =>
    Effect.gen(function* () {
      const order = yield* requireOrder(params.id, link);
      const file = yield* downloadOrdered(order, variant_id, yield* linkHolder);
      yield* recordEvent({ _tag: "download", variant_id });
      return file;
    }),
  sendLinks: ({ payload }) => CurrentCaller.use((caller) => sendOrderLinks(payload.email, addressOf(caller))),
  initializeSubscription: ({ payload }) =>
    Effect.gen(function* () {
      const account = yield* PayingAccount;
      const plan = planToBuy(account, { ...payload, discount_code: payload.discount_code ?? undefined });
      return yield* toApprovalRedirect(yield* buy({ _tag: "Account", account }, plan, "paypal", NOTHING_GIVEN));
    }),
  paypal: ({ payload }) =>
    Effect.gen(function* () {
      const { amount = null } = payload;
      const { buyer, what } = yield* "token" in payload
        ? askedCart(payload.token, payload.email ?? null, amount)
        : creditsAsked({ credits: askedCredits(payload), amount, plan_variant_id: payload.plan_id ?? null });
      return yield* toApprovalRedirect(yield* buy(buyer, what, "paypal", NOTHING_GIVEN));
    }),
  paypalReturn: ({ payload }) =>
    Effect.gen(function* () {
      const order = yield* returnFromApproval(payload.order_id);
      yield* recordPurchase((orders) => orders.get(payload.order_id));
      return order;
    }),
  paypalCancel: ({ payload }) => leaveApproval(payload.order_id),
});
