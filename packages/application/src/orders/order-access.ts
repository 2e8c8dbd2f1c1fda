import { type Account, type Order, message } from "@backlot/domain";
import { Forbidden, NotFound, type Repositories } from "@backlot/ports";
import * as Effect from "effect/Effect";

/** An order of the account's own: anything else is refused, whoever asks. (CHK-04, CHK-06) */
export const requireOwnOrder = (
  find: (orders: Repositories["orders"]) => Effect.Effect<Order | null>,
  repos: Repositories,
  account: Account,
): Effect.Effect<Order, NotFound | Forbidden> =>
  Effect.gen(function* () {
    const order = yield* find(repos.orders);
    if (order === null) return yield* new NotFound({ message: message("not_found") });
    if (order.user_id !== account.id) return yield* new Forbidden({ message: message("forbidden") });
    return order;
  });
