import { type Account, type Order, message } from "@backlot/domain";
import { Forbidden, NotFound, type Repositories } from "@backlot/ports";
import * as Effect from "effect/Effect";

/** Whose order it may be: an account's, or a guest's in the browser with a key. */
export type Buyer = Account | { readonly guest_key: string };

const isOwn = (repos: Repositories, order: Order, buyer: Buyer): Effect.Effect<boolean> =>
  "guest_key" in buyer
    ? Effect.map(repos.guests.keyOf(order.user_id), (key) => key === buyer.guest_key)
    : Effect.succeed(order.user_id === buyer.id);

/** An order of the buyer's own: anything else is refused, whoever asks. (CHK-04, CHK-06) */
export const requireOwnOrder = (
  find: (orders: Repositories["orders"]) => Effect.Effect<Order | null>,
  repos: Repositories,
  buyer: Buyer,
): Effect.Effect<Order, NotFound | Forbidden> =>
  Effect.gen(function* () {
    const order = yield* find(repos.orders);
    if (order === null) return yield* new NotFound({ message: message("not_found") });
    if (!(yield* isOwn(repos, order, buyer))) return yield* new Forbidden({ message: message("forbidden") });
    return order;
  });
