import { formatUsd } from "@backlot/domain/kernel/money";
import { itemLabel } from "@backlot/domain/orders/cart";
import type { OrderView } from "@backlot/ports";

/** What a list says of an order's refunds; empty where there is none. (ORD-06) */
export const refundText = ({ refunded, status }: Pick<OrderView, "refunded" | "status">): string => {
  if (refunded > 0) return `${formatUsd(refunded)} refunded`;
  return status === "unfulfillable" ? "Being refunded" : "";
};

/** What an order is called in a list: what it sold. */
export const orderTitle = ({ items, quote }: Pick<OrderView, "items" | "quote">): string => {
  const [first] = items;
  if (first === undefined) return quote.lines.map((line) => line.label).join(" and ");
  const name = itemLabel(first.name, first.resolution);
  return items.length === 1 ? name : `${name} and ${items.length - 1} more`;
};
