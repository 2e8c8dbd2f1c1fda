import { type Cents, type ProvidersThat, askedCredits } from "@backlot/domain";
import { CurrentCaller, Buyer, CurrentAccount, Files, PayingAccount, ReadRepositories } from "@backlot/ports";
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
import { toApprovalRedirect } from "./responses.ts";
import { buy } from "./buy.ts";
import { type PlanRequest, planToBuy } from "./buyables/plan.ts";
import { leaveApproval, recentlyApprovedCredits, recordCart, recordPack, returnFromApproval } from "./complete.ts";
import { NOTHING_GIVEN } from "./funds.ts";
import { askedCart, creditsAsked } from "./guest.ts";

/** Handlers for purchases other than plans. */
export const purchases = implement(Purchases, {
  creditPack: Effect.fnUntraced(function* ({ payload }) {
    const { payment_intent } = payload;
    const bought = yield* recordPack(yield* PayingAccount, { payment_intent, credits: askedCredits(payload) });
    yield* recordPurchase((orders) => orders.byPaymentReference(payment_intent));
    return bought;
  }),
  known: ({ query }) =>
    Effect.flatMap(CurrentAccount, (account) => recentlyApprovedCredits(account, query.purchased_credits)),
  cart: Effect.fnUntraced(function* ({ payload }) {
    const { token, payment_intent: paymentId = null } = payload;
    const bought = yield* recordCart(yield* Buyer, { token, paymentId });
    yield* recordPurchase((orders) => orders.get(bought.order_id));
    return bought;
  }),
  collection: Effect.fnUntraced(function* ({ payload }) {
    const account = yield* spendingAccount(yield* CurrentAccount);
    const bought = yield* buyWithCredits(account, payload.collection_id);
    const { collection_id, credits_spent: credits } = bought;
    yield* recordEvent({ _tag: "credit_purchase", collection_id, credits });
    yield* (yield* Files).hasten(bought.variant_ids);
    const { variant_ids: _, ...answer } = bought;
    return answer;
  }),
});

type Approving = ProvidersThat<"approval">;

/** Starts a payment for a plan, which the buyer approves at the provider. */
const approvePlan = Effect.fnUntraced(function* (
  payer: Approving,
  request: Omit<PlanRequest, "discount_code"> & { readonly discount_code?: string | null | undefined },
) {
  const account = yield* PayingAccount;
  const plan = planToBuy(account, { ...request, discount_code: request.discount_code ?? undefined });
  return yield* toApprovalRedirect(yield* buy({ _tag: "Account", account }, plan, payer, NOTHING_GIVEN));
});

type OneTime = Parameters<typeof askedCredits>[0] & { readonly plan_id?: number | null | undefined };
type OfCart = { readonly token: string; readonly email?: string | null | undefined };

/** Starts a payment for credits or a cart, which the buyer approves at the provider. */
const approveOneTime = Effect.fnUntraced(function* (
  payer: Approving,
  request: (OneTime | OfCart) & { readonly amount?: Cents | null | undefined },
) {
  const { amount = null } = request;
  const { buyer, what } = yield* "token" in request
    ? askedCart(request.token, request.email ?? null, amount)
    : creditsAsked({ credits: askedCredits(request), amount, plan_variant_id: request.plan_id ?? null });
  return yield* toApprovalRedirect(yield* buy(buyer, what, payer, NOTHING_GIVEN));
});

/** Handlers for orders, and for payments that the buyer approves at the provider. */
export const orders = implement(Orders, {
  list: ({ query }) => Effect.flatMap(CurrentAccount, (account) => listOrders(account, query)),
  get: ({ params, query }) => Effect.flatMap(requireOrder(params.id, query.link ?? null), viewOrder),
  receipt: Effect.fnUntraced(function* ({ params, query }) {
    const repos = yield* ReadRepositories;
    const { id } = yield* requireOrder(params.id, query.link ?? null);
    return yield* receiptFile(yield* repos.receipts.ofOrder(id));
  }),
  download: Effect.fnUntraced(function* ({ params, payload: { link = null, variant_id } }) {
    const order = yield* requireOrder(params.id, link);
    const file = yield* downloadOrdered(order, variant_id, yield* linkHolder);
    yield* recordEvent({ _tag: "download", variant_id });
    return file;
  }),
  sendLinks: ({ payload }) => CurrentCaller.use((caller) => sendOrderLinks(payload.email, addressOf(caller))),
  initializeSubscription: ({ payload }) => approvePlan("paypal", payload),
  paypal: ({ payload }) => approveOneTime("paypal", payload),
  returned: Effect.fnUntraced(function* ({ payload }) {
    const order = yield* returnFromApproval(payload.order_id);
    yield* recordPurchase((orders) => orders.get(payload.order_id));
    return order;
  }),
  left: ({ payload }) => leaveApproval(payload.order_id),
});
