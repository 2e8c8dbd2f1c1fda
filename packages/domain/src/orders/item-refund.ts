import type { OwnedItem } from "../catalog/ownership.ts";
import { type Cents, ZERO, cents, floorOf, min, sum } from "../kernel/money.ts";
import type { Order, OrderItem } from "./order.ts";
import type { Quote } from "../pricing/quote.schema.ts";
import type { RefundCause } from "./refund-cause.schema.ts";

/** Returns the source that marks a purchased item as owned: its payment, and its index in the order (`place`). */
export const itemSource = (payment: string, place: number): string => `${payment}:${place}`;

/** Returns whether the buyer still owns the order's item at an index (`place`), through that order's payments. */
export const holdsItem = (
  owned: readonly Pick<OwnedItem, "source">[],
  payments: readonly { readonly id: string }[],
  place: number,
): boolean => payments.some(({ id }) => owned.some(({ source }) => source === itemSource(id, place)));

/** The status of an item in a paid order: its buyer owns it ("held"), or its money is being or has been refunded. */
export type OrderedItemStatus = "held" | "being_refunded" | "refunded";

/** Returns how much of an order its buyer still owns. */
export const heldPart = (statuses: readonly OrderedItemStatus[]): "all" | "part" | "none" => {
  const held = statuses.filter((status) => status === "held").length;
  return held === 0 ? "none" : held === statuses.length ? "all" : "part";
};

/**
 * A refund on an order's payment. `cause_reference` is the source of the revoked item, or else identifies the cause.
 */
export interface OrderRefund {
  readonly cause: RefundCause;
  readonly cause_reference: string;
  readonly status: "due" | "issued" | "applied" | "failed";
}

/**
 * Returns the status of the order's item at an index (`place`). A refund of the item itself takes precedence over one
 * of undelivered items. If there is neither, the item was refunded at the provider.
 */
export const orderedItemStatus = (
  order: { readonly id: string; readonly payments: readonly { readonly id: string }[] },
  place: number,
  owned: readonly Pick<OwnedItem, "source">[],
  refunds: readonly OrderRefund[],
): OrderedItemStatus => {
  if (holdsItem(owned, order.payments, place)) return "held";
  const sources = order.payments.map(({ id }) => itemSource(id, place));
  const refund = refunds.find(({ cause, cause_reference }) => cause === "item" && sources.includes(cause_reference));
  const undelivered = refunds.find(
    ({ cause, cause_reference }) => cause === "unfulfillable" && cause_reference === order.id,
  );
  const status = (refund ?? undelivered)?.status ?? "applied";
  return status === "applied" ? "refunded" : "being_refunded";
};

/** Returns the payment in an item's source. Inverse of `itemSource`. */
export const paymentOfItem = (source: string): string => source.replace(/:\d+$/, "");

/** Returns the index in the order (`place`) in an item's source. Inverse of `itemSource`. */
export const placeOfItem = (source: string): number => Number(/:(\d+)$/.exec(source)?.[1] ?? 0);

/** An item of a paid cart: its share of the payment, in cents with tax, and whether the buyer owns it. */
export interface PaidItem {
  readonly cost: Cents;
  /** "taken": it was revoked. "never": the payment could not deliver it. */
  readonly held: "yes" | "taken" | "never";
}

/**
 * Returns each line's share of the payment, in cents with tax. The shares are proportional and add up to the whole
 * payment.
 */
export const costOfItems = ({ lines }: Pick<Quote, "lines">, paid: Cents): readonly Cents[] => {
  const whole = sum(lines.map(({ net }) => net));
  let subtotal = 0;
  let given = 0;
  return lines.map(({ net }) => {
    subtotal += net;
    const due = whole === 0 ? 0 : floorOf(subtotal, paid, whole);
    const cost = due - given;
    given = due;
    return cents(cost);
  });
};

/** Returns the cost of the items that the payment did not deliver, in cents with tax. */
export const costOfOthers = (
  order: Pick<Order, "items" | "quote">,
  delivered: readonly OrderItem[],
  paid: Cents,
): Cents => {
  const costs = costOfItems(order.quote, paid);
  return sum(order.items.flatMap((item, place) => (delivered.includes(item) ? [] : (costs[place] ?? []))));
};

/**
 * Returns the refund for the revoked item at an index (`place`), in cents: its cost, or the `remainder` of its payment
 * (`paid`) if that is less.
 */
export const refundOfItem = (quote: Pick<Quote, "lines">, place: number, paid: Cents, remainder: Cents): Cents =>
  min(costOfItems(quote, paid)[place] ?? ZERO, remainder);

/** The items that a cart refund revokes, by index, and the refunded cents that no item covers. */
export interface ItemRefund {
  readonly taken: readonly number[];
  readonly unrecovered: Cents;
}

/**
 * Returns the items to revoke once `refunded` cents have been refunded in total, starting with the last item. An item
 * is revoked only if the refund fully covers it. The refund first counts toward items that were never delivered or were
 * already revoked. Free items stay. (ORD-06)
 */
export const itemRefund = (items: readonly PaidItem[], refunded: Cents): ItemRefund => {
  let remainder = refunded - sum(items.filter(({ held }) => held !== "yes").map(({ cost }) => cost));
  const taken: number[] = [];
  for (const [back, { cost, held }] of [...items].reverse().entries()) {
    if (held !== "yes" || cost === 0) continue;
    if (remainder < cost) break;
    taken.push(items.length - 1 - back);
    remainder -= cost;
  }
  return { taken, unrecovered: cents(Math.max(0, remainder)) };
};
