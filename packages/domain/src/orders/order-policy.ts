import { minimumAfterOrders } from "../licensing/minimum-after-orders.ts";
import { type Instant, epochMs } from "../kernel/calendar.ts";
import { type LicenseId, minimumLicense } from "../licensing/license.ts";
import { type Cents, ZERO, cents } from "../kernel/money.ts";
import { type Ending, type Order, type OrderItem, isSameItem } from "./order.ts";
import type { Provider } from "../kernel/provider.ts";
import { type PaymentMethod, payerOf } from "../pricing/payer.ts";

const HOUR_MS = 3_600_000;

/** Maximum number of open one-time orders per account. A new order cancels the oldest. */
export const MAX_OPEN_ONE_TIME_ORDERS = 5;

/** How long the request that created an order is assumed to be still placing it at the provider, in milliseconds. */
const PLACING_GRACE_MS = 5_000;

/** Returns whether an item starts or changes the account's subscription. */
const isOfPlan = (item: OrderItem): boolean => item.kind === "plan" || item.kind === "plan-change";

/**
 * Returns whether an order starts or changes the account's subscription. An account has only one such order open at a
 * time, and a decline ends it.
 */
export const claimsSubscription = ({ items }: Pick<Order, "items">): boolean => items.some(isOfPlan);

/** Returns whether an order sells a cart. Only one such order is open per account. */
export const sellsCart = ({ items }: Pick<Order, "items">): boolean => items[0].kind === "product";

/**
 * Returns whether a one-time order needs no payment. True if its discounts cover the whole price, or if the rest is too
 * small to charge.
 */
export const isFree = (order: Pick<Order, "items" | "quote">): boolean =>
  order.quote.total === 0 && !claimsSubscription(order);

/** How an order was paid. "nothing" means that there was nothing to pay. */
export type PaidWith = PaymentMethod | "account-credit" | "nothing";

/** Returns how an order was paid. Account credit counts only if it covered the whole order. */
export const paidWith = ({ quote, provider }: Pick<Order, "quote" | "provider">): PaidWith => {
  if (quote.total > 0) return payerOf(provider).method;
  return quote.account_credit > 0 ? "account-credit" : "nothing";
};

/**
 * Returns whether an order spends money from an earlier payment, as proration credit or account credit. A refund of
 * that payment makes such an order stale.
 */
export const standsOnOldMoney = ({ items, quote }: Pick<Order, "items" | "quote">): boolean =>
  quote.account_credit > 0 || items.some((item) => item.kind === "plan-change");

/**
 * Returns the account credit that an open order reserves at its provider, in cents, which returns to the balance if the
 * order is canceled. Negative if the order collects a debt. Zero until the order is placed at the provider.
 */
export const accountCreditHeldBy = (order: Pick<Order, "payment_reference" | "quote"> | null): Cents =>
  order === null || order.payment_reference === null
    ? ZERO
    : cents(order.quote.account_credit - (order.quote.balance_due ?? 0));

/**
 * Returns whether to hold the account lease while placing an order, because its provider calls must not interleave with
 * others for the account. (CHG-02)
 */
export const needsAccountLease = ({ items, provider }: Pick<Order, "items" | "provider">): boolean =>
  items.some((item) => item.kind === "plan-change" || (item.kind === "plan" && payerOf(provider).asks === "approval"));

/**
 * Returns whether the store confirms the payment as soon as the order is placed. Otherwise the buyer confirms first.
 */
export const storeConfirms = (order: Pick<Order, "items" | "provider">): boolean =>
  payerOf(order.provider).asks === "card" && claimsSubscription(order);

/** The status of a charge, named after Stripe's PaymentIntent statuses. */
export type ChargeStatus =
  | "RequiresPaymentMethod"
  | "RequiresConfirmation"
  | "RequiresAction"
  | "RequiresCapture"
  | "Processing"
  | "Succeeded"
  | "Canceled";

/**
 * The caller's request for an order: advance it, only check its charge, capture the payment that the buyer is
 * confirming, or cancel it.
 */
export type OrderRequest = "continue" | "observe" | "confirm" | "cancel";

/**
 * Returns whether to capture a charge now. True if the buyer has approved it at the provider or confirms it with this
 * request, or if the store confirms it for the buyer. Always false for the requests "observe" and "cancel".
 */
export const mayCapture = (
  order: Pick<Order, "items" | "provider">,
  charge: ChargeStatus,
  request: OrderRequest,
): boolean => {
  switch (charge) {
    case "RequiresCapture":
      return request === "continue" || request === "confirm";
    case "RequiresConfirmation":
      return request === "confirm" || (request === "continue" && storeConfirms(order));
    case "RequiresPaymentMethod":
      return request === "confirm";
    case "RequiresAction":
    case "Processing":
    case "Succeeded":
    case "Canceled":
      return false;
  }
};

/**
 * Returns why a pending order must end now: it has expired, or another payment of the account is disputed. Null if it
 * can continue.
 */
export const endingOf = (
  order: Pick<Order, "expires_at">,
  context: { readonly at: Instant; readonly isDisputed: boolean },
): Ending | null => {
  if (epochMs(context.at) >= epochMs(order.expires_at)) return { _tag: "expired" };
  return context.isDisputed ? { _tag: "canceled", by: "stale", message: "dispute_open" } : null;
};

/**
 * Returns whether a charge is over without a payment, so that the gateway can finalize it. True if the provider
 * canceled it, or if its order ends and the charge is neither processing nor paid.
 */
export const isChargeOver = (charge: ChargeStatus | null, ending: Ending | null): boolean =>
  charge === "Canceled" || (ending !== null && charge !== "Processing" && charge !== "Succeeded");

/**
 * Returns whether a declined charge ends its order. A plan order must be placed again with another card; other orders
 * can be retried.
 */
export const endsWithRefusal = (order: Pick<Order, "items">, charge: ChargeStatus): boolean =>
  charge === "RequiresPaymentMethod" && claimsSubscription(order);

/**
 * Returns the message for a pending order that can't be paid right now: its payment is processing, or its card is not
 * confirmed. `charge` is null if the provider was not asked.
 */
export const pendingMessage = (charge: ChargeStatus | null): "payment_on_its_way" | "payment_method_required" =>
  charge === "RequiresPaymentMethod" || charge === "RequiresConfirmation"
    ? "payment_method_required"
    : "payment_on_its_way";

/**
 * Returns which of the items that a payment can still deliver (`able`) to deliver. A plan order delivers everything or
 * nothing.
 */
export const deliveredItems = (order: Pick<Order, "items">, able: readonly OrderItem[]): readonly OrderItem[] =>
  claimsSubscription(order) && able.length < order.items.length ? [] : able;

/**
 * Returns whether a payment still starts the order's new plan. True if no other plan is running and, for a free
 * payment, if the order is still pending. Amounts in cents.
 */
export const opensPlan = (
  order: Pick<Order, "status">,
  paid: { readonly amount: Cents; readonly credit_used: Cents },
  { hasPlan }: { readonly hasPlan: boolean },
): boolean => !hasPlan && (order.status._tag === "pending" || paid.amount > 0 || paid.credit_used > 0);

/** How long the return page still confirms a purchase, in milliseconds. */
const CONFIRMATION_MS = 24 * HOUR_MS;

/** Returns whether the return page should still confirm that an order was paid. */
export const isJustPaid = ({ status }: Pick<Order, "status">, at: Instant): boolean =>
  status._tag === "paid" && epochMs(at) - epochMs(status.at) < CONFIRMATION_MS;

/**
 * Returns whether a charge has the quoted amount, in cents. Also true if `amount` is null because the provider doesn't
 * know it yet.
 */
export const isQuotedAmount = ({ quote }: Pick<Order, "quote">, amount: Cents | null): boolean =>
  amount === null || amount === quote.total;

/**
 * Returns whether two orders have the same items, total, license, and provider, and either both or neither use a saved
 * card.
 */
export const isSameContent = (a: Order, b: Order): boolean =>
  a.provider === b.provider &&
  a.license_id === b.license_id &&
  a.quote.total === b.quote.total &&
  (a.payment_method_id === null) === (b.payment_method_id === null) &&
  a.items.length === b.items.length &&
  a.items.every((item, index) => isSameItem(item, b.items[index] ?? item));

/** Returns whether the request that created the order is probably still placing it at the provider. */
export const isBeingPlaced = (order: Order, at: Instant): boolean =>
  order.payment_reference === null &&
  storeConfirms(order) &&
  !needsAccountLease(order) &&
  epochMs(at) - epochMs(order.created_at) < PLACING_GRACE_MS;

/**
 * Why items can't share an order. An order can have one plan (with a credit pack if paid by card), one plan change, one
 * credit pack, or any number of products.
 */
export type ItemsError = "two_plans" | "add_on_needs_card" | "change_alone" | "two_credit_packs" | "products_alone";

/** Returns why items can't share an order, or null if they can. */
export const itemsError = (items: readonly OrderItem[], provider: Provider): ItemsError | null => {
  const count = (kind: OrderItem["kind"]): number => items.filter((item) => item.kind === kind).length;
  if (count("plan") + count("plan-change") > 1) return "two_plans";
  if (count("plan-change") === 1 && items.length > 1) return "change_alone";
  if (count("credit-pack") > 1) return "two_credit_packs";
  if (count("product") > 0 && count("product") < items.length) return "products_alone";
  return count("plan") === 1 && count("credit-pack") === 1 && !payerOf(provider).takes.addOns
    ? "add_on_needs_card"
    : null;
};

/**
 * Returns the minimum license of an account's current plan. A license that was paid for with single items applies only
 * to those items, not to the plan.
 */
export const minimumOfPlan = (
  account: Parameters<typeof minimumLicense>[0],
  orders: readonly Pick<Order, "license_id" | "status" | "items">[],
): LicenseId => {
  const stated = minimumLicense(account);
  const ofItems = minimumAfterOrders(
    null,
    orders.filter(({ items }) => items.every(({ kind }) => kind === "product")),
  );
  const isBought = ofItems !== null && ofItems >= stated;
  return isBought ? minimumLicense({ ...account, min_license_id: null }) : stated;
};
