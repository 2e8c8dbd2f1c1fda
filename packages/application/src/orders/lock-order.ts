import type { Order } from "@backlot/domain";
import { Repositories } from "@backlot/ports";
import * as Effect from "effect/Effect";

/**
 * Locks an order's buyer, and returns the order, or null if there is none. Retries if an account took over the guest's
 * order before the lock was acquired.
 */
export const lockOrder = Effect.fnUntraced(function* (id: string) {
  const repos = yield* Repositories;
  for (let order = yield* repos.orders.get(id); ; ) {
    if (order === null) return null;
    yield* repos.accounts.lock(order.user_id);
    const locked: Order | null = yield* repos.orders.get(id);
    if (locked?.user_id === order.user_id) return locked;
    order = locked;
  }
});
