import {
  APPROVAL_PROVIDERS,
  type Account,
  balances,
  claimsSubscription,
  creditsOf,
  isFinal,
  isJustPaid,
  message,
  sellsCart,
  variantOf,
} from "@backlot/domain";
import { Buyer, Conflict, NotFound, ReadRepositories, currentTime } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { requireNoDispute } from "../disputes/dispute-guard.ts";
import { advanceOrder } from "../fulfillment/advance-order.ts";
import { requireOwnOrder } from "../orders/order-access.ts";
import { approvalView, paymentStep } from "./order-view.ts";
import { declined, notPaid } from "./responses.ts";
import { nothingToBuy, orderOfCart } from "./buyables/cart.ts";
import { requireOwnCard } from "./cards.ts";

/**
 * Returns the buyer's one-time order by the provider's payment id; fails for a plan's order or another buyer's order.
 */
const requireOwnPayment = (buyer: Buyer["Service"], paymentId: string) =>
  requireOwnOrder(
    (orders) =>
      Effect.map(orders.byPaymentReference(paymentId), (order) =>
        order !== null && !claimsSubscription(order) ? order : null,
      ),
    buyer,
  );

/** Confirms a one-time payment with the card that the request names, or with the order's saved card if null. */
export const confirmPayment = Effect.fnUntraced(function* (
  account: Account,
  paymentId: string,
  payment_method_id: string | null,
) {
  const order = yield* requireOwnPayment(account, paymentId);
  if (!isFinal(order)) yield* requireNoDispute(account.id);
  if (payment_method_id !== null && order.customer_id !== null)
    yield* requireOwnCard(order.customer_id, payment_method_id);
  const advanced = yield* advanceOrder(order.id, { _tag: "confirm", payment_method_id });
  if (advanced.state?._tag === "RequiresPaymentMethod") return yield* declined(advanced.state);
  return paymentStep(advanced);
});

/**
 * Completes a credit pack's order: records the payment and grants the credits once, regardless of whether this request,
 * a webhook, or a job comes first. Fails for any other order.
 */
export const recordPack = Effect.fnUntraced(function* (
  account: Account,
  bought: { readonly payment_intent: string; readonly credits: number },
) {
  const repos = yield* ReadRepositories;
  const ownOrder = yield* requireOwnPayment(account, bought.payment_intent);
  const credits = creditsOf(ownOrder.items[0]);
  if (credits === null) return yield* new NotFound({ message: message("not_found") });
  if (credits !== bought.credits)
    return yield* new Conflict({ reason: "price_changed", message: message("price_changed") });
  const { order, state } = yield* advanceOrder(ownOrder.id, { _tag: "continue" });
  if (order.status._tag !== "paid") return yield* notPaid({ order, state });
  const { current } = balances(yield* repos.credits.lots(account.id));
  return { credits, amount: ownOrder.quote.total, current_credit_balance: current };
});

/**
 * Completes a cart's order: records the payment and delivers the items once, regardless of whether this request, a
 * webhook, or a job comes first. If `paymentId` is null, uses the cart's last order.
 */
export const recordCart = Effect.fnUntraced(function* (
  buyer: Buyer["Service"],
  { token, paymentId }: { readonly token: string; readonly paymentId: string | null },
) {
  const ownOrder = yield* paymentId === null ? orderOfCart(buyer, token) : requireOwnPayment(buyer, paymentId);
  if (ownOrder === null || !sellsCart(ownOrder)) return yield* nothingToBuy();
  const { order, state } = yield* advanceOrder(ownOrder.id, { _tag: "continue" });
  if (order.status._tag !== "paid") return yield* notPaid({ order, state });
  return {
    order_id: order.id,
    product_ids: order.items.map(variantOf).filter((id) => id !== null),
    amount: order.quote.total,
  };
});

/**
 * Advances the buyer's order on return from its provider. Asks the provider for the payment's state instead of trusting
 * the URL.
 */
export const returnFromApproval = Effect.fnUntraced(function* (orderId: string) {
  const order = yield* requireOwnOrder((orders) => orders.get(orderId), yield* Buyer);
  return approvalView(yield* advanceOrder(order.id, { _tag: "continue" }));
});

/** Cancels the order of a buyer who returned without approving, unless it turns out to be paid. */
export const leaveApproval = Effect.fnUntraced(function* (orderId: string) {
  const order = yield* requireOwnOrder((orders) => orders.get(orderId), yield* Buyer);
  const ending = { _tag: "canceled", by: "buyer", message: "approval_canceled" } as const;
  return approvalView(yield* advanceOrder(order.id, { _tag: "cancel", ending }));
});

/**
 * Returns the claimed number of credits if the account just bought exactly that many through a provider such as PayPal;
 * otherwise null. The claim comes from a URL, so it can't be trusted. (CRD-11)
 */
export const recentlyApprovedCredits = Effect.fnUntraced(function* (account: Account, claimed: number) {
  const repos = yield* ReadRepositories;
  const now = yield* currentTime;
  for (const provider of APPROVAL_PROVIDERS) {
    const [latest] = yield* repos.orders.paidOneTimeOrdersOf(account.id, provider);
    if (latest === undefined || !isJustPaid(latest, now)) continue;
    const credits = creditsOf(latest.items[0]);
    if (credits !== null && credits === claimed) return { credits };
  }
  return null;
});
