import { type Instant, epochMs, instant } from "../kernel/calendar.ts";
import { type LicenseId, raiseMinimumLicense } from "../licensing/license.ts";
import { type Cents, ZERO } from "../kernel/money.ts";
import type { PaymentMethod } from "./payment-method.ts";
import { type Ending, type Order, type OrderItem, type Provider, isSameItem } from "./order.ts";
import { providerTraits } from "./provider-traits.ts";

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/**
 * For how long an order may be paid, in milliseconds. Stripe ends an unpaid subscription after 23 hours and forgets a
 * key after 24; a PayPal approval is good for three hours. (CHK-03, CHK-04)
 */
export const ORDER_LIFETIME_MS: Readonly<Record<Provider, number>> = { stripe: 23 * HOUR_MS, paypal: 3 * HOUR_MS };

/**
 * How long an order may be paid that keeps a code of a limited number of uses from others, in milliseconds. (DSC-10)
 */
const CODE_HOLD_MS = HOUR_MS;

/** How many one-time orders of an account may wait for their buyer; the oldest gives way to a new one. (CRD-05) */
export const MAX_OPEN_ONE_TIME_ORDERS = 5;

/** An order this young may be on its way to the provider right now, in milliseconds. */
const PLACING_GRACE_MS = 5_000;

/** When an order can't be paid any more. One that holds a code which others want too ends after an hour. */
export const orderExpiry = (provider: Provider, at: Instant, holdsLimitedCode = false): Instant =>
  instant(epochMs(at) + Math.min(ORDER_LIFETIME_MS[provider], holdsLimitedCode ? CODE_HOLD_MS : Infinity));

/** Whether an item opens or changes the account's subscription. */
const isOfPlan = (item: OrderItem): boolean => item.kind === "plan" || item.kind === "plan-change";

/** Whether an order claims the account's one subscription: one such order is open at a time, and a refusal ends it. */
export const claimsSubscription = ({ items }: Pick<Order, "items">): boolean => items.some(isOfPlan);

/** Whether an order sells a cart: an account has one cart, so one such order is open at a time. (ORD-01) */
export const sellsCart = ({ items }: Pick<Order, "items">): boolean => items[0].kind === "product";

/**
 * Whether nobody has to pay for an order: its discounts are the whole price, or too little is left to charge. (DSC-10)
 */
export const isFree = (order: Pick<Order, "items" | "quote">): boolean =>
  order.quote.total === 0 && !claimsSubscription(order);

/** What an order was paid with: the way that its buyer chose, account credit, or nothing. (ORD-06, DSC-06) */
export type PaidWith = PaymentMethod | "account-credit" | "nothing";

/** What an order was paid with. Account credit is named where it was enough alone. (ORD-06, DSC-06) */
export const paidWith = ({ quote, provider }: Pick<Order, "quote" | "provider">): PaidWith => {
  if (quote.total > 0) return providerTraits(provider).method;
  return quote.account_credit > 0 ? "account-credit" : "nothing";
};

/** Whether an order is paid with money that came in before it: what a change returns, or account credit. (ORD-06) */
export const standsOnOldMoney = ({ items, quote }: Pick<Order, "items" | "quote">): boolean =>
  quote.account_credit > 0 || items.some((item) => item.kind === "plan-change");

/** Whether an order changes a running subscription at a provider, which needs the account to itself. (CHG-02) */
export const needsAccountLease = ({ items, provider }: Pick<Order, "items" | "provider">): boolean =>
  items.some((item) => item.kind === "plan-change" || (item.kind === "plan" && provider === "paypal"));

/** Whether the store itself takes the money once the order is placed; for other orders the buyer confirms first. */
export const storeConfirms = (order: Pick<Order, "items" | "provider">): boolean =>
  order.provider === "stripe" && claimsSubscription(order);

/** How a charge stands at its provider, in the words of Stripe's payment intents. */
export type ChargeStatus =
  | "RequiresPaymentMethod"
  | "RequiresConfirmation"
  | "RequiresAction"
  | "RequiresCapture"
  | "Processing"
  | "Succeeded"
  | "Canceled";

/**
 * What is asked of an order: go on with it, look at its charge, take the money that its buyer confirms, or end it.
 */
export type OrderRequest = "continue" | "observe" | "confirm" | "cancel";

/**
 * Whether the money of a charge may be taken now: where its buyer has agreed at the provider, or confirms with this
 * very request, or where the store confirms for them. (CHK-03, CHK-04)
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
 * The ending that comes over a pending order by itself: by its time, or by a dispute of another payment. Null where it
 * goes on. (CHK-03, ORD-06)
 */
export const endingOf = (
  order: Pick<Order, "expires_at">,
  known: { readonly at: Instant; readonly isDisputed: boolean },
): Ending | null => {
  if (epochMs(known.at) >= epochMs(order.expires_at)) return { _tag: "expired" };
  return known.isDisputed ? { _tag: "canceled", by: "stale", message: "dispute_open" } : null;
};

/** Whether a charge is to be closed at its provider: it is over there, or its order ends and nobody pays it. */
export const isChargeOver = (charge: ChargeStatus | null, ending: Ending | null): boolean =>
  charge === "Canceled" || (ending !== null && charge !== "Processing" && charge !== "Succeeded");

/** Whether a refusal ends the order: a plan's is placed anew with another card; other orders may be paid again. */
export const endsWithRefusal = (order: Pick<Order, "items">, charge: ChargeStatus): boolean =>
  charge === "RequiresPaymentMethod" && claimsSubscription(order);

/**
 * What a buyer is told of a pending order that nobody can pay at this moment: its payment is on its way, or it has no
 * card that was agreed to. Null means that the provider was not asked. (CHK-03)
 */
export const pendingMessage = (charge: ChargeStatus | null): "payment_on_its_way" | "payment_method_required" =>
  charge === "RequiresPaymentMethod" || charge === "RequiresConfirmation"
    ? "payment_method_required"
    : "payment_on_its_way";

/** What of the items that money could hand over it does: a plan delivers all of its order or nothing. (CHK-07) */
export const deliveredItems = (order: Pick<Order, "items">, able: readonly OrderItem[]): readonly OrderItem[] =>
  claimsSubscription(order) && able.length < order.items.length ? [] : able;

/**
 * Whether money still opens the new plan of an order: no other plan runs, and one that costs nothing was not left by
 * its buyer meanwhile. Amounts in cents. (CHK-07)
 */
export const opensPlan = (
  order: Pick<Order, "status">,
  paid: { readonly amount: Cents; readonly credit_used: Cents },
  { hasPlan }: { readonly hasPlan: boolean },
): boolean => !hasPlan && (order.status._tag === "pending" || paid.amount > 0 || paid.credit_used > 0);

/** How long after a purchase the page that its buyer returns to still confirms it, in milliseconds. (CRD-11) */
const CONFIRMATION_MS = 24 * HOUR_MS;

/** Whether a page may still confirm that an order was paid, to who comes back with its address. (CRD-11) */
export const isJustPaid = ({ status }: Pick<Order, "status">, at: Instant): boolean =>
  status._tag === "paid" && epochMs(at) - epochMs(status.at) < CONFIRMATION_MS;

/** Whether a charge amounts to what its order was quoted, in cents. Null where the provider can't say yet. (CHK-06) */
export const isQuotedAmount = ({ quote }: Pick<Order, "quote">, amount: Cents | null): boolean =>
  amount === null || amount === quote.total;

/** Whether two orders sell the same at the same price, under the same license, to the same kind of payer. (CHK-03) */
export const isSameContent = (a: Order, b: Order): boolean =>
  a.provider === b.provider &&
  a.license_id === b.license_id &&
  a.quote.total === b.quote.total &&
  (a.payment_method_id === null) === (b.payment_method_id === null) &&
  a.items.length === b.items.length &&
  a.items.every((item, index) => isSameItem(item, b.items[index] ?? item));

/** Whether the request that placed an order is taking it to the provider at this moment. (CHK-03) */
export const isBeingPlaced = (order: Order, at: Instant): boolean =>
  order.payment_reference === null &&
  storeConfirms(order) &&
  !needsAccountLease(order) &&
  epochMs(at) - epochMs(order.created_at) < PLACING_GRACE_MS;

/**
 * When recovery looks again: after 1, 2, 4 … 30 minutes, and at the moment at which the order expires where that is
 * still ahead. `attempts` is how often it has looked. (CHK-03, CHK-07)
 */
export const nextAttempt = (attempts: number, at: Instant, expires_at: Instant): Instant => {
  const wait = Math.min(30, 2 ** Math.min(attempts, 10)) * MINUTE_MS;
  const next = epochMs(at) + wait;
  const expiry = epochMs(expires_at);
  return instant(expiry > epochMs(at) && expiry < next ? expiry : next);
};

/**
 * Why items can't be one order; null where they can. One plan with or without a credit pack, by
 * card; or products; or one item.
 */
export type ItemsError = "two_plans" | "add_on_needs_card" | "change_alone" | "two_credit_packs" | "products_alone";

/** Checks what is sold together. (CHK-03, CHK-04) */
export const itemsError = (items: readonly OrderItem[], provider: Provider): ItemsError | null => {
  const count = (kind: OrderItem["kind"]): number => items.filter((item) => item.kind === kind).length;
  if (count("plan") + count("plan-change") > 1) return "two_plans";
  if (count("plan-change") === 1 && items.length > 1) return "change_alone";
  if (count("credit-pack") > 1) return "two_credit_packs";
  if (count("product") > 0 && count("product") < items.length) return "products_alone";
  return count("plan") === 1 && count("credit-pack") === 1 && provider === "paypal" ? "add_on_needs_card" : null;
};

/** How much of a payment may still be given back, in cents. (ORD-06) */
export const refundable = (captured: Cents, refunded: Cents): Cents =>
  captured > refunded ? ((captured - refunded) as Cents) : ZERO;

/** The minimum license of who has some orders: the highest that one of them was paid under. (LIC-11) */
export const minimumAfterOrders = (
  minimum: LicenseId | null,
  orders: readonly Pick<Order, "license_id" | "status">[],
): LicenseId | null =>
  orders
    .filter(({ status }) => status._tag === "paid")
    .reduce<LicenseId | null>((least, { license_id }) => raiseMinimumLicense(least, license_id), minimum);
