import type { OrderView } from "@backlot/ports";

/** What an order is called in a list: what it sold. */
export const orderTitle = ({ items, quote }: Pick<OrderView, "items" | "quote">): string => {
  const [first] = items;
  if (first === undefined) return quote.lines.map((line) => line.label).join(" and ");
  const name = `${first.name} · ${first.resolution}`;
  return items.length === 1 ? name : `${name} and ${items.length - 1} more`;
};
