import {
  type Account,
  type Collection,
  type Order,
  isFinal,
  orderIdStart,
  orderedItemStatus,
  message,
  paidWith,
  raisedFrom,
  sum,
  reversedAmount,
  variantOf,
  personName,
  endingText,
  variantLabel,
} from "@backlot/domain";
import { NotFound, type OrderView, ReadRepositories } from "@backlot/ports";
import * as Effect from "effect/Effect";

/** The default number of orders on a page. */
const PAGE_SIZE = 20;

/** Returns one account's orders as their buyer sees them. Reads the items and refunds of all orders at once. */
const toViews = Effect.fnUntraced(function* (account: Account, orders: readonly Order[]) {
  const repos = yield* ReadRepositories;
  const variants = orders.flatMap(({ items }) => items.flatMap((item) => variantOf(item) ?? []));
  const collections = yield* repos.collections.byVariants(variants);
  const owned = variants.length === 0 ? [] : yield* repos.collections.entitlementsOf(account.id);
  const bought = yield* repos.payments.ofOrders(orders.map(({ id }) => id));
  const refunds = variants.length === 0 ? [] : yield* repos.refunds.ofPayments(bought.map(({ id }) => id));
  const profile = orders.length === 0 ? null : yield* repos.accounts.profile(account.id);
  const holder = {
    name: personName(account),
    company_name: profile?.company_name ?? null,
    address: profile?.address ?? null,
    email: account.email,
  };
  const collectionOf = (variant: number): Collection | undefined =>
    collections.find((each) => each.collection_variants.some(({ id }) => id === variant));
  return orders.map(({ id, items, license_id, quote, provider, status, guest_email, created_at }): OrderView => {
    const paid = bought.filter(({ order_id }) => order_id === id);
    return {
      id,
      kind: items[0].kind,
      status: status._tag === "unfulfillable" ? "unfulfillable" : "paid",
      message: endingText({ status, quote, provider }),
      license_id,
      paid_with: paidWith({ quote, provider }),
      placed_at: created_at,
      quote,
      // Don't reveal which account owns the order now to the holder of a guest's link.
      billed_to: guest_email === null ? holder : { name: "", company_name: null, address: null, email: guest_email },
      refunded: sum(paid.map(reversedAmount)),
      items: items.flatMap((item, place) => {
        const variant = variantOf(item);
        const collection = variant === null ? undefined : collectionOf(variant);
        const collectionVariant = collection?.collection_variants.find((each) => each.id === variant);
        if (collection === undefined || collectionVariant === undefined) return [];
        const { name, slug, library_id } = collection;
        const price = quote.lines[place]?.net ?? collectionVariant.price;
        return [
          {
            id: collectionVariant.id,
            name,
            slug,
            library_id,
            resolution: collectionVariant.resolution,
            label: variantLabel(collectionVariant),
            price,
            raised_from: raisedFrom(item),
            status: orderedItemStatus({ id, payments: paid }, place, owned, refunds),
          },
        ];
      }),
    };
  });
});

/** Returns the status of each item of a paid order, by its position. */
export const itemStatuses = Effect.fnUntraced(function* (order: Order) {
  const repos = yield* ReadRepositories;
  const owned = yield* repos.collections.entitlementsOf(order.user_id);
  const payments = yield* repos.payments.ofOrders([order.id]);
  const refunds = yield* repos.refunds.ofPayments(payments.map(({ id }) => id));
  return order.items.map((_, place) => orderedItemStatus({ id: order.id, payments }, place, owned, refunds));
});

/** Returns a page of an account's paid orders, newest first, including those that could not be fulfilled. */
export const listOrders = Effect.fnUntraced(function* (
  account: Account,
  page: { readonly starting_after?: string | undefined; readonly limit?: number | undefined },
) {
  const repos = yield* ReadRepositories;
  const { starting_after = null, limit = PAGE_SIZE } = page;
  // One extra row shows whether there is another page.
  const orders = yield* repos.orders.ofAccount(account.id, { starting_after, limit: limit + 1 });
  return { data: yield* toViews(account, orders.slice(0, limit)), has_more: orders.length > limit };
});

/** Returns a paid order as its buyer sees it, even if it could not be fulfilled; fails for any other order. */
export const viewOrder = Effect.fnUntraced(function* (order: Order) {
  const repos = yield* ReadRepositories;
  const account = yield* repos.accounts.get(order.user_id);
  if (account === null || !isFinal(order)) return yield* new NotFound({ message: message("not_found") });
  const [view] = yield* toViews(account, [order]);
  if (view === undefined) throw new Error(`order ${order.id} has no view`);
  return view;
});

/**
 * Returns a paid order by its id, or by the start of its id, for support staff. Fails for any other order, or if
 * several ids start with it.
 */
export const findOrder = Effect.fnUntraced(function* (id: string) {
  const repos = yield* ReadRepositories;
  const start = orderIdStart(id);
  const exactMatch = yield* repos.orders.get(id);
  const [order = null, ...others] =
    exactMatch !== null ? [exactMatch] : start === null ? [] : yield* repos.orders.startingWith(start, 2);
  return yield* order === null || others.length > 0
    ? new NotFound({ message: message("not_found") })
    : viewOrder(order);
});
