import { paidWith, receiptTitle } from "@backlot/domain";
import { type ListedOrders, ReadRepositories } from "@backlot/ports";
import * as Effect from "effect/Effect";

/** The default number of orders on a page. */
const PAGE_SIZE = 20;

/** Returns a page of the paid orders of all buyers, newest first, that match a search text. */
export const listAllOrders = Effect.fnUntraced(function* (query: {
  readonly text?: string | undefined;
  readonly starting_after?: string | undefined;
  readonly limit?: number | undefined;
}): Effect.fn.Return<ListedOrders, never, ReadRepositories> {
  const repos = yield* ReadRepositories;
  const { starting_after = null, limit = PAGE_SIZE } = query;
  const text = query.text?.trim() || null;
  // One extra row shows whether there is another page.
  const rows = yield* repos.orders.latest({ text, starting_after, limit: limit + 1 });
  const data = rows.slice(0, limit).map(({ order: { id, items, quote, provider, status, created_at }, email }) => ({
    id,
    kind: items[0].kind,
    status: status._tag === "unfulfillable" ? status._tag : ("paid" as const),
    paid_with: paidWith({ quote, provider }),
    placed_at: created_at,
    email,
    title: receiptTitle(quote),
    total: quote.total,
  }));
  return { data, has_more: rows.length > limit };
});
