import type { Credits } from "../credits/credits.ts";
import type { Instant } from "../kernel/calendar.ts";
import type { LicenseId } from "../licensing/license.ts";
import type { Quote } from "../pricing/quote.schema.ts";

/** Who takes the money. */
export type Provider = "stripe" | "paypal";

/** What each kind of item holds. An item of an order is line i of its quote. */
export interface ItemFields {
  /** A new plan. */
  readonly plan: { readonly plan_variant_id: number };
  /**
   * Another plan in place of the running one. `replaces_payment` paid the period that it replaces; null in old rows.
   */
  readonly "plan-change": {
    readonly plan_variant_id: number;
    readonly subscription_id: string;
    readonly replaces_payment: string | null;
  };
  /** Credits, bought once. */
  readonly "credit-pack": { readonly credits: Credits };
  /** One deliverable of a collection, bought for good. */
  readonly product: { readonly collection_variant_id: number };
}

/** A kind of thing that is sold. */
export type ItemKind = keyof ItemFields;

/** One thing that an order sells. */
export type OrderItem<K extends ItemKind = ItemKind> = { readonly [P in K]: { readonly kind: P } & ItemFields[P] }[K];

/** The plan that an item sells; null where it sells none. */
export const planVariantOf = (item: OrderItem): number | null =>
  "plan_variant_id" in item ? item.plan_variant_id : null;

/** The credits that an item sells by themselves; null where it sells none. */
export const creditsOf = (item: OrderItem): Credits | null => ("credits" in item ? item.credits : null);

/** The variant of a collection that an item sells; null where it sells none. (ORD-01) */
export const variantOf = (item: OrderItem): number | null =>
  "collection_variant_id" in item ? item.collection_variant_id : null;

/** Whether two items sell the same. */
export const isSameItem = (a: OrderItem, b: OrderItem): boolean =>
  a.kind === b.kind &&
  planVariantOf(a) === planVariantOf(b) &&
  creditsOf(a) === creditsOf(b) &&
  variantOf(a) === variantOf(b);

/** What a canceled order says of itself, by the name of the sentence. */
export type EndingMessage =
  | "order_ended"
  | "paypal_canceled"
  | "price_changed"
  | "subscription_changed"
  | "already_owned"
  | "item_unavailable"
  | "dispute_open";

/** Why a pending order ends without a payment: somebody or something canceled it, or its time is over. */
export type Ending =
  | {
      readonly _tag: "canceled";
      readonly by: "buyer" | "superseded" | "stale";
      readonly message: EndingMessage;
    }
  | { readonly _tag: "expired" };

/**
 * How an order stands. "paid": all of it or a part was handed over. "unfulfillable": paid, and nothing to hand over.
 */
export type OrderStatus =
  | { readonly _tag: "pending" }
  | { readonly _tag: "paid"; readonly at: Instant }
  | { readonly _tag: "unfulfillable"; readonly at: Instant }
  | { readonly _tag: "failed"; readonly at: Instant; readonly message: string; readonly decline_code: string | null }
  | (Ending & { readonly at: Instant });

/**
 * The intent to buy, written before the provider is asked for anything. Its id is in every key and in the provider's
 * metadata.
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
  /** The provider's name for what is paid: a subscription, an agreement, a payment, the invoice of a change. */
  readonly payment_reference: string | null;
  /** Two requests with one key are one order. */
  readonly idempotency_key: string;
  /** The visitor's cart that a guest's order sells; null for anything else. */
  readonly cart_token: string | null;
  /** The address that a guest bought with; null for an account's own order. It stays what it was. */
  readonly guest_email: string | null;
  readonly status: OrderStatus;
  /** How often recovery has tried it. The keys of what Stripe creates end in it: Stripe replays its own errors. */
  readonly attempts: number;
  readonly expires_at: Instant;
  readonly created_at: Instant;
}

/** Whether an order sells the plan that is asked for; without a license, under any. (CHK-03) */
export const sellsPlan = (
  { items, license_id }: Pick<Order, "items" | "license_id">,
  asked: { readonly plan_variant_id: number; readonly license_id?: LicenseId | undefined },
): boolean => planVariantOf(items[0]) === asked.plan_variant_id && (asked.license_id ?? license_id) === license_id;

/** What a look at the provider found. "open": nobody has paid, and somebody still may. */
export type Seen =
  | { readonly _tag: "nothing" | "open" | "processing" | "over" }
  | { readonly _tag: "paid"; readonly deliverable: "all" | "part" | "none" };

/** What becomes of an order. "wait" and "none" write nothing. */
export type Decision =
  | { readonly _tag: "none" | "wait" | "unfulfillable" }
  | { readonly _tag: "fulfill"; readonly late: boolean }
  | { readonly _tag: "end"; readonly as: "failed" | "canceled" | "expired" };

const NONE: Decision = { _tag: "none" };
const WAIT: Decision = { _tag: "wait" };
const UNFULFILLABLE: Decision = { _tag: "unfulfillable" };

/** Whether nothing can change an order any more. */
export const isFinal = (order: Pick<Order, "status">): boolean =>
  order.status._tag === "paid" || order.status._tag === "unfulfillable";

const decidePending = (seen: Seen, ending: Ending | null): Decision => {
  switch (seen._tag) {
    case "paid":
      return seen.deliverable === "none" ? UNFULFILLABLE : { _tag: "fulfill", late: false };
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
 * What becomes of an order: how it stands, what the provider says, and the ending that is asked for, if any. Money
 * always counts: it fulfills an order that has ended too, or is refunded. (CHK-03, CHK-04, CHK-07)
 */
export const decide = (status: OrderStatus["_tag"], seen: Seen, ending: Ending | null): Decision => {
  switch (status) {
    case "paid":
    case "unfulfillable":
      return NONE;
    case "pending":
      return decidePending(seen, ending);
    case "failed":
    case "canceled":
    case "expired":
      if (seen._tag !== "paid") return NONE;
      return seen.deliverable === "none" ? UNFULFILLABLE : { _tag: "fulfill", late: true };
  }
};
