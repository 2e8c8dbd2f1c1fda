import type { Credits } from "../credits/credits.ts";
import type { Instant } from "../kernel/calendar.ts";
import type { Provider } from "../kernel/provider.ts";
import type { LicenseId } from "../licensing/license.ts";
import type { Quote } from "../pricing/quote.schema.ts";

/** The fields of each item kind. Item i of an order is line i of its quote. */
export interface ItemFields {
  readonly plan: { readonly plan_variant_id: number };
  /**
   * A change to the current plan. `replaces_payment` is the payment for the period that it replaces, or null in old
   * rows.
   */
  readonly "plan-change": {
    readonly plan_variant_id: number;
    readonly subscription_id: string;
    readonly replaces_payment: string | null;
  };
  /** A one-time purchase of credits. */
  readonly "credit-pack": { readonly credits: Credits };
  /**
   * One file variant of a collection, owned permanently. For a license upgrade, `raised_from` is the license under
   * which the buyer already owned it; otherwise it is null.
   */
  readonly product: { readonly collection_variant_id: number; readonly raised_from: LicenseId | null };
}

/** The kind of an order item: a plan, a plan change, a credit pack, or a product. */
export type ItemKind = keyof ItemFields;

/** An order item of kind `K`; by default, of any kind. */
export type OrderItem<K extends ItemKind = ItemKind> = { readonly [P in K]: { readonly kind: P } & ItemFields[P] }[K];

/** Returns the plan variant that an item sells, or null if it is not a plan or plan change. */
export const planVariantOf = (item: OrderItem): number | null =>
  "plan_variant_id" in item ? item.plan_variant_id : null;

/** Returns the number of credits in a credit pack, or null for any other item. */
export const creditsOf = (item: OrderItem): Credits | null => ("credits" in item ? item.credits : null);

/** Returns the collection variant that an item sells, or null if it is not a product. */
export const variantOf = (item: OrderItem): number | null =>
  "collection_variant_id" in item ? item.collection_variant_id : null;

/** Returns the license that an item upgrades, or null if it isn't a license upgrade. */
export const raisedFrom = (item: OrderItem): LicenseId | null => ("raised_from" in item ? item.raised_from : null);

/** Returns whether two items sell the same thing. Ignores which subscription a plan change affects. */
export const isSameItem = (a: OrderItem, b: OrderItem): boolean =>
  a.kind === b.kind &&
  planVariantOf(a) === planVariantOf(b) &&
  creditsOf(a) === creditsOf(b) &&
  variantOf(a) === variantOf(b) &&
  raisedFrom(a) === raisedFrom(b);

/** The message of a canceled order, by name. */
export type EndingMessage =
  | "order_ended"
  | "approval_canceled"
  | "price_changed"
  | "subscription_changed"
  | "already_owned"
  | "item_unavailable"
  | "dispute_open";

/**
 * Why a pending order ended without a payment. It was canceled by its buyer, for a newer order ("superseded"), or
 * because it no longer fits the account ("stale"), or it expired.
 */
export type Ending =
  | {
      readonly _tag: "canceled";
      readonly by: "buyer" | "superseded" | "stale";
      readonly message: EndingMessage;
    }
  | { readonly _tag: "expired" };

/**
 * The status of an order. "paid": all or part of it was delivered. "unfulfillable": it was paid, but nothing could be
 * delivered. `decline_code` is null if the provider doesn't report one.
 */
export type OrderStatus =
  | { readonly _tag: "pending" }
  | { readonly _tag: "paid"; readonly at: Instant }
  | { readonly _tag: "unfulfillable"; readonly at: Instant }
  | { readonly _tag: "failed"; readonly at: Instant; readonly message: string; readonly decline_code: string | null }
  | (Ending & { readonly at: Instant });

/**
 * An order, stored before the provider is called. Its id is part of every idempotency key and of the provider's
 * metadata. `customer_id` and `payment_method_id` are the Stripe customer and saved card to charge, or null if there
 * are none, as with PayPal.
 */
export interface Order {
  readonly id: string;
  readonly user_id: string;
  readonly license_id: LicenseId;
  readonly items: readonly [OrderItem, ...OrderItem[]];
  readonly quote: Quote;
  readonly provider: Provider;
  readonly customer_id: string | null;
  readonly payment_method_id: string | null;
  /**
   * The provider's id of the object to pay: a subscription, an agreement, a payment, or the invoice of a change. Null
   * until the order is placed at the provider.
   */
  readonly payment_reference: string | null;
  /** Requests with the same key share one order. */
  readonly idempotency_key: string;
  /** The token of the visitor's cart that a guest's order sells, or null for any other order. */
  readonly cart_token: string | null;
  /** The email address that a guest used for the purchase, which never changes, or null for an account's order. */
  readonly guest_email: string | null;
  readonly status: OrderStatus;
  /**
   * How often recovery has retried the order. Part of Stripe's idempotency keys, because Stripe replays its own errors.
   */
  readonly attempts: number;
  readonly expires_at: Instant;
  readonly created_at: Instant;
}

/** Returns whether an order sells a plan variant under a license, or under any license if `license` is omitted. */
export const sellsPlan = (
  { items, license_id }: Pick<Order, "items" | "license_id">,
  plan: { readonly plan_variant_id: number; readonly license_id?: LicenseId | undefined },
): boolean => planVariantOf(items[0]) === plan.plan_variant_id && (plan.license_id ?? license_id) === license_id;

/**
 * The provider's report on an order's charge. "nothing": there is no charge. "open": unpaid but still payable. "over":
 * canceled. `deliverable` is how many of the items can still be delivered.
 */
export type ObservedCharge =
  | { readonly _tag: "nothing" | "open" | "processing" | "over" }
  | { readonly _tag: "paid"; readonly deliverable: "all" | "part" | "none" };

/**
 * The next step for an order. "wait": check the order again later. "none": there is nothing to do. Neither changes any
 * records. `late` is whether the order had already ended when it was paid.
 */
export type Decision =
  | { readonly _tag: "none" | "wait" | "unfulfillable" }
  | { readonly _tag: "fulfill"; readonly late: boolean }
  | { readonly _tag: "end"; readonly as: "failed" | "canceled" | "expired" };

const NONE: Decision = { _tag: "none" };
const WAIT: Decision = { _tag: "wait" };
const UNFULFILLABLE: Decision = { _tag: "unfulfillable" };

/**
 * Returns whether an order can no longer change. A failed, canceled, or expired order can, because it can still be paid
 * late.
 */
export const isFinal = (order: Pick<Order, "status">): boolean =>
  order.status._tag === "paid" || order.status._tag === "unfulfillable";

const decidePending = (charge: ObservedCharge, ending: Ending | null): Decision => {
  switch (charge._tag) {
    case "paid":
      return charge.deliverable === "none" ? UNFULFILLABLE : { _tag: "fulfill", late: false };
    case "processing":
      return WAIT;
    case "over":
      return { _tag: "end", as: ending?._tag ?? "failed" };
    case "nothing":
    case "open":
      return ending === null ? WAIT : { _tag: "end", as: ending._tag };
  }
};

/**
 * Returns what to do with an order, given its status, what the provider reports, and the requested ending, if any.
 * Every payment counts: it either fulfills the order, even an ended one, or is refunded. (CHK-07)
 */
export const decide = (status: OrderStatus["_tag"], charge: ObservedCharge, ending: Ending | null): Decision => {
  switch (status) {
    case "paid":
    case "unfulfillable":
      return NONE;
    case "pending":
      return decidePending(charge, ending);
    case "failed":
    case "canceled":
    case "expired":
      if (charge._tag !== "paid") return NONE;
      return charge.deliverable === "none" ? UNFULFILLABLE : { _tag: "fulfill", late: true };
  }
};
