import { type Order, message } from "@backlot/domain";
import { type Buyer, Forbidden, NotFound, ReadRepositories } from "@backlot/ports";
import * as Effect from "effect/Effect";

const isOwn = Effect.fnUntraced(function* (order: Order, buyer: Buyer["Service"]) {
  const repos = yield* ReadRepositories;
  return "guest_key" in buyer
    ? (yield* repos.guests.keyOf(order.user_id)) === buyer.guest_key
    : order.user_id === buyer.id;
});

/** Returns the buyer's own order; fails if it doesn't exist or belongs to another buyer. */
export const requireOwnOrder = Effect.fnUntraced(function* (
  find: (orders: ReadRepositories["Service"]["orders"]) => Effect.Effect<Order | null>,
  buyer: Buyer["Service"],
) {
  const repos = yield* ReadRepositories;
  const order = yield* find(repos.orders);
  if (order === null) return yield* new NotFound({ message: message("not_found") });
  if (!(yield* isOwn(order, buyer))) return yield* new Forbidden({ message: message("forbidden") });
  return order;
});
