import { type Cents, formatUsd } from "../kernel/money.ts";
import { itemLabel } from "./cart.ts";
import type { PaidWith } from "./order-policy.ts";

/** What an order sold, as a list of orders is told. */
interface ListedOrder {
  readonly items: readonly { readonly name: string; readonly resolution: string }[];
  readonly quote: { readonly lines: readonly { readonly label: string }[] };
}

/** What an order is called in a list: what it sold. (ORD-01) */
export const orderTitle = ({ items, quote }: ListedOrder): string => {
  const [first] = items;
  if (first === undefined) return quote.lines.map((line) => line.label).join(" and ");
  const name = itemLabel(first.name, first.resolution);
  return items.length === 1 ? name : `${name} and ${items.length - 1} more`;
};

/** What a list says of an order's refunds, in cents; empty where there is none. (ORD-06) */
export const refundText = (order: { readonly refunded: Cents; readonly status: string }): string => {
  if (order.refunded > 0) return `${formatUsd(order.refunded)} refunded`;
  return order.status === "unfulfillable" ? "Being refunded" : "";
};

const PAID_WITH: Readonly<Record<PaidWith, string>> = {
  card: "Paid by card",
  paypal: "Paid by PayPal",
  "account-credit": "Paid with account credit",
  nothing: "Nothing to pay",
};

/** What an order was paid with, in words. (ORD-06) */
export const paidWithText = (paid: PaidWith): string => PAID_WITH[paid];
