import {
  type Account,
  type Collection,
  type Order,
  type OrderedItemStatus,
  isFinal,
  orderedItemStatus,
  message,
  paidWith,
  sum,
  reversedAmount,
  variantOf,
  personName,
  endingText,
} from "@backlot/domain";
import { NotFound, type OrderPage, type OrderView, type Repositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { StorePorts } from "../store-ports.ts";

/** How many orders a page has where nobody says. */
const PAGE_SIZE = 20;

/** Orders of one account as it sees them, in their order. Reads what they sold and what came back of it at once. */
const toViews = (
  repos: Repositories,
  account: Account,
  orders: readonly Order[],
): Effect.Effect<readonly OrderView[]> =>
  Effect.gen(function* () {
    const variants = orders.flatMap(({ items }) => items.flatMap((item) => variantOf(item) ?? []));
    const collections = yield* repos.collections.byVariants(variants);
    const owned = variants.length === 0 ? [] : yield* repos.collections.entitlementsOf(account.id);
    const payments = orders.length === 0 ? [] : yield* repos.payments.ofAccount(account.id);
    const bought = payments.filter(({ order_id }) => orders.some(({ id }) => id === order_id));
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
        message: endingText({ status }),
        license_id,
        paid_with: paidWith({ quote, provider }),
        placed_at: created_at,
        quote,
        // Who has a guest's link learns nothing of the account that has the order by now.
        billed_to: guest_email === null ? holder : { name: "", company_name: null, address: null, email: guest_email },
        refunded: sum(paid.map(reversedAmount)),
        items: items.flatMap((item, place) => {
          const variant = variantOf(item);
          const collection = variant === null ? undefined : collectionOf(variant);
          const found = collection?.collection_variants.find((each) => each.id === variant);
          if (collection === undefined || found === undefined) return [];
          const { name, slug, library_id } = collection;
          const { id: own, resolution } = found;
          const price = quote.lines[place]?.net ?? found.price;
          return [
            {
              id: own,
              name,
              slug,
              library_id,
              resolution,
              price,
              status: orderedItemStatus({ id, payments: paid }, place, owned, refunds),
            },
          ];
        }),
      };
    });
  });

/** How each item of a paid order stands, by its place. (ORD-06) */
export const itemStatuses = (repos: Repositories, order: Order): Effect.Effect<readonly OrderedItemStatus[]> =>
  Effect.gen(function* () {
    const owned = yield* repos.collections.entitlementsOf(order.user_id);
    const payments = (yield* repos.payments.ofAccount(order.user_id)).filter(({ order_id }) => order_id === order.id);
    const refunds = yield* repos.refunds.ofPayments(payments.map(({ id }) => id));
    return order.items.map((_, place) => orderedItemStatus({ id: order.id, payments }, place, owned, refunds));
  });

/** A page of the account's orders that money came in for, newest first. (ORD-06) */
export const listOrders =
  (ports: Pick<StorePorts, "transactions">) =>
  (
    account: Account,
    asked: { readonly starting_after?: string | undefined; readonly limit?: number | undefined },
  ): Effect.Effect<OrderPage> =>
    Effect.gen(function* () {
      const { read } = ports.transactions;
      const { starting_after = null, limit = PAGE_SIZE } = asked;
      // One more than the page has says whether there is another page.
      const found = yield* read.orders.ofAccount(account.id, { starting_after, limit: limit + 1 });
      return { data: yield* toViews(read, account, found.slice(0, limit)), has_more: found.length > limit };
    });

/** An order that money came in for, as its buyer sees it. (ORD-06) */
export const viewOrder =
  (ports: Pick<StorePorts, "transactions">) =>
  (order: Order): Effect.Effect<OrderView, NotFound> =>
    Effect.gen(function* () {
      const { read } = ports.transactions;
      const account = yield* read.accounts.get(order.user_id);
      if (account === null || !isFinal(order)) return yield* new NotFound({ message: message("not_found") });
      const [view] = yield* toViews(read, account, [order]);
      if (view === undefined) throw new Error(`order ${order.id} has no view`);
      return view;
    });

/** An order by its id, for support. (CLI-02) */
export const findOrder =
  (ports: Pick<StorePorts, "transactions">) =>
  (id: string): Effect.Effect<OrderView, NotFound> =>
    Effect.flatMap(ports.transactions.read.orders.get(id), (order) =>
      order === null ? Effect.fail(new NotFound({ message: message("not_found") })) : viewOrder(ports)(order),
    );
