import type { OwnedItem } from "../catalog/ownership.ts";
import { reversedAmount } from "../disputes/dispute.ts";
import { type Cents, ZERO, cents, min, sum } from "../kernel/money.ts";
import { refundable } from "../orders/order-policy.ts";
import type { Order, OrderItem } from "../orders/order.ts";
import type { Quote } from "../pricing/quote.schema.ts";
import type { RefundCause } from "./refund-cause.schema.ts";
import { grossRefund } from "./parts.ts";

/** What an item of a paid cart was bought with: the payment, and its place in the order. */
export const itemSource = (payment: string, place: number): string => `${payment}:${place}`;

/** Whether the item in a place of an order is still its buyer's by what paid that order. (ORD-06, DWN-01) */
export const holdsItem = (
  owned: readonly Pick<OwnedItem, "source">[],
  payments: readonly { readonly id: string }[],
  place: number,
): boolean => payments.some(({ id }) => owned.some(({ source }) => source === itemSource(id, place)));

/** How an item of a paid order stands: its buyer has it, or its money goes back, or went. (ORD-06) */
export type OrderedItemStatus = "held" | "being_refunded" | "refunded";

/** How much of an order its buyer has. (ORD-06) */
export const heldPart = (statuses: readonly OrderedItemStatus[]): "all" | "part" | "none" => {
  const held = statuses.filter((status) => status === "held").length;
  return held === 0 ? "none" : held === statuses.length ? "all" : "part";
};

/** A refund of an order's payment: what it is for, and whether the provider has made it. */
export interface OrderRefund {
  readonly cause: RefundCause;
  readonly cause_reference: string;
  readonly status: "due" | "applied" | "failed";
}

/**
 * How the item in a place of an order stands. The refund of the item itself decides before the one of what the order
 * could not deliver; without either its money went by a refund at the provider. (ORD-06)
 */
export const orderedItemStatus = (
  order: { readonly id: string; readonly payments: readonly { readonly id: string }[] },
  place: number,
  owned: readonly Pick<OwnedItem, "source">[],
  refunds: readonly OrderRefund[],
): OrderedItemStatus => {
  if (holdsItem(owned, order.payments, place)) return "held";
  const sources = order.payments.map(({ id }) => itemSource(id, place));
  const own = refunds.find(({ cause, cause_reference }) => cause === "item" && sources.includes(cause_reference));
  const undelivered = refunds.find(
    ({ cause, cause_reference }) => cause === "unfulfillable" && cause_reference === order.id,
  );
  const status = (own ?? undelivered)?.status ?? "applied";
  return status === "applied" ? "refunded" : "being_refunded";
};

/** The payment that bought an item with money. */
export const paymentOfItem = (source: string): string => source.replace(/:\d+$/, "");

/** An item of a paid cart: what of the payment it cost, in cents with its tax, and whether it is still its buyer's. */
export interface PaidItem {
  readonly cost: Cents;
  /** "never": the money could not hand it over. */
  readonly held: "yes" | "taken" | "never";
}

/**
 * What each line of a cart cost of its payment, in cents, tax included: in proportion to the line, and in all the whole
 * payment, whatever it was. (ORD-06)
 */
export const costOfItems = ({ lines }: Pick<Quote, "lines">, paid: Cents): readonly Cents[] => {
  const whole = sum(lines.map(({ net }) => net));
  let seen = 0;
  let given = 0;
  return lines.map(({ net }) => {
    seen += net;
    const due = grossRefund(cents(seen), paid, whole);
    const cost = due - given;
    given = due;
    return cents(cost);
  });
};

/** What the items of an order cost that its payment did not hand over, in cents, tax included. (ORD-06) */
export const costOfOthers = (
  order: Pick<Order, "items" | "quote">,
  delivered: readonly OrderItem[],
  paid: Cents,
): Cents => {
  const costs = costOfItems(order.quote, paid);
  return sum(order.items.flatMap((item, place) => (delivered.includes(item) ? [] : (costs[place] ?? []))));
};

/**
 * What is refunded of one item that is taken back, in cents: what it cost, or what is left of its payment. (CLI-02,
 * ORD-06)
 */
export const refundOfItem = (
  quote: Pick<Quote, "lines">,
  place: number,
  payment: { readonly amount: Cents; readonly refunded: Cents; readonly disputed: Cents },
): Cents => min(costOfItems(quote, payment.amount)[place] ?? ZERO, refundable(payment.amount, reversedAmount(payment)));

/** What a refund of a cart takes: items by their place, and the cents for which nothing can be taken. */
export interface ItemRefund {
  readonly taken: readonly number[];
  readonly unrecovered: Cents;
}

/**
 * The items that go with a refund of `refunded` cents in all: from the last one back, each once the refund covers it.
 * What was never handed over, and what went before, is covered first. Items that cost nothing stay. (ORD-06)
 */
export const itemRefund = (items: readonly PaidItem[], refunded: Cents): ItemRefund => {
  let left = refunded - sum(items.filter(({ held }) => held !== "yes").map(({ cost }) => cost));
  const taken: number[] = [];
  for (const [back, { cost, held }] of [...items].reverse().entries()) {
    if (held !== "yes" || cost === 0) continue;
    if (left < cost) break;
    taken.push(items.length - 1 - back);
    left -= cost;
  }
  return { taken, unrecovered: cents(Math.max(0, left)) };
};
