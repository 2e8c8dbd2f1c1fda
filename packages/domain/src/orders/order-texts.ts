import { type Cents, formatUsd } from "../kernel/money.ts";
import { itemLabel } from "./cart.ts";
import type { PaidWith } from "./order-policy.ts";
import { providerOf } from "../pricing/payer.ts";
import { payerWords } from "./payer-messages.ts";

/** The parts of an order that a list shows. */
interface ListedOrder {
  readonly items: readonly { readonly name: string; readonly label: string }[];
  readonly quote: { readonly lines: readonly { readonly label: string }[] };
}

/**
 * Returns an order's title in a list: the names of its items, or the labels of its quote lines if it has no items to
 * name.
 */
export const orderTitle = ({ items, quote }: ListedOrder): string => {
  const [first] = items;
  if (first === undefined) return quote.lines.map((line) => line.label).join(" and ");
  const name = itemLabel(first.name, first.label);
  return items.length === 1 ? name : `${name} and ${items.length - 1} more`;
};

/** Returns the note on a payment in a list: a dispute, a refund, or an empty string. Amounts in cents. */
export const paymentNote = (order: {
  readonly refunded: Cents;
  readonly status: string;
  readonly dispute_open: boolean;
}): string => {
  if (order.dispute_open) return "Disputed";
  if (order.refunded > 0) return `${formatUsd(order.refunded)} refunded`;
  return order.status === "unfulfillable" ? "Being refunded" : "";
};

/** Returns how an order was paid as text, such as "Paid by card". */
export const paidWithText = (paid: PaidWith): string => {
  if (paid === "nothing") return "Nothing to pay";
  return paid === "account-credit" ? "Paid with account credit" : payerWords(providerOf(paid)).paid;
};
