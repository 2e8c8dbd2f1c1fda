import {
  type Cents,
  type Order,
  type OrderItem,
  type PaidItem,
  ZERO,
  costOfItems,
  itemRefund,
  itemSource,
  reversedAmount,
  sum,
  variantOf,
  withoutBasis,
} from "@backlot/domain";
import { type Payment, ReadRepositories, Repositories, currentTime } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { revokeItems } from "./revoke-items.ts";

/**
 * Returns the cost, in cents, of the revoked items that lowered the price of a collection that the customer keeps. This
 * happens only in stores that let buyers keep items bought with credits.
 */
const costOfKept = Effect.fnUntraced(function* (
  userId: string,
  revoked: readonly { item: OrderItem; cost: Cents | undefined }[],
) {
  const repos = yield* Repositories;
  if (revoked.length === 0) return ZERO;
  const kept = withoutBasis(yield* repos.collections.entitlementsOf(userId)).map((each) => each.collection_id);
  if (kept.length === 0) return ZERO;
  const collections = yield* repos.collections.byVariants(revoked.flatMap(({ item }) => variantOf(item) ?? []));
  const variants = collections
    .filter(({ id }) => kept.includes(id))
    .flatMap(({ collection_variants }) => collection_variants.map(({ id }) => id));
  return sum(revoked.flatMap(({ item, cost = ZERO }) => (variants.includes(variantOf(item) ?? 0) ? [cost] : [])));
});

/** Returns the items of a paid cart, each with its cost and whether its buyer still owns it. */
const paidItemsOf = Effect.fnUntraced(function* (order: Order, payment: Payment) {
  const repos = yield* ReadRepositories;
  const costs = costOfItems(order.quote, payment.amount);
  const sources = costs.map((_, place) => itemSource(payment.id, place));
  const granted = new Map(
    (yield* repos.collections.grantedFor(payment.user_id, sources)).map(({ source, held }) => [source, held]),
  );
  return costs.map((cost, place): PaidItem => {
    const held = granted.get(itemSource(payment.id, place));
    return { cost, held: held === undefined ? "never" : held ? "yes" : "taken" };
  });
});

/**
 * Revokes cart items whose money was refunded or lost in a dispute, starting with the last item. Records the amount for
 * which nothing is left to revoke. Safe to repeat.
 */
export const recordItemRefund = Effect.fnUntraced(function* (payment: Payment) {
  const repos = yield* Repositories;
  const order = payment.order_id === null ? null : yield* repos.orders.get(payment.order_id);
  if (order === null || order.status._tag !== "paid") return;
  const { user_id } = payment;
  const at = yield* currentTime;
  const items = yield* paidItemsOf(order, payment);
  const { taken, unrecovered } = itemRefund(items, reversedAmount(payment));
  const revoked = taken.map((place) => itemSource(payment.id, place));
  yield* revokeItems(user_id, revoked, at);
  const isReversed = (place: number) => taken.includes(place) || items[place]?.held === "taken";
  const lowered = order.items.flatMap((item, place) => (isReversed(place) ? [{ item, cost: items[place]?.cost }] : []));
  const kept = yield* costOfKept(user_id, lowered);
  yield* repos.unrecovered.put({ user_id, holder: payment.id, amount: sum([unrecovered, kept]), at });
});
