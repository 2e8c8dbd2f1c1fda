import { type Order, type Provider, nextAttempt } from "@backlot/domain";
import { Repositories, ReadRepositories, transactional, currentTime } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { tryAdvanceOrder } from "./advance-order.ts";

/** The number of orders that recovery claims at once. */
const BATCH = 50;
/** The number of claimed orders that recovery advances concurrently. */
const CONCURRENCY = 4;

/** Claims due orders for this process by scheduling their next attempt in the same transaction. */
const claimDue = Effect.gen(function* () {
  const repos = yield* Repositories;
  const at = yield* currentTime;
  const due = yield* repos.orders.lockDue(at, BATCH);
  for (const { id, attempts, expires_at } of due)
    yield* repos.orders.scheduleAttempt(id, attempts + 1, nextAttempt(attempts + 1, at, expires_at));
  return due;
}).pipe(transactional);

/**
 * Advances one order, and returns whether it is still open. An outage or a defect leaves it open. `down` collects the
 * providers with an outage.
 */
const resume = Effect.fnUntraced(
  function* (order: Pick<Order, "id" | "provider">, down: Set<Provider>) {
    // After one outage, leave the provider's other orders to their next attempt.
    if (down.has(order.provider)) return true;
    const { order: after } = yield* tryAdvanceOrder(order.id, { _tag: "continue" });
    return after.status._tag === "pending";
  },
  (effect, order, down) =>
    effect.pipe(
      Effect.catchTag("PaymentProviderUnavailable", (error) => {
        down.add(order.provider);
        return Effect.as(Effect.logWarning(`order ${order.id} is waiting for ${order.provider}`, error), true);
      }),
      Effect.catchDefect((defect) => Effect.as(Effect.logError(`order ${order.id} can't be resumed`, defect), true)),
    ),
);

const resumeAll = (orders: readonly Pick<Order, "id" | "provider">[], down: Set<Provider>) =>
  Effect.map(
    Effect.forEach(orders, (order) => resume(order, down), { concurrency: CONCURRENCY }),
    (open) => open.filter((isOpen) => isOpen).length,
  );

/**
 * Advances open orders, such as those that a process left behind when it died after the charge but before recording it.
 * "due" selects the orders whose next attempt is due; "all" selects every open order, at startup. Returns how many are
 * still open.
 */
export const resumeOrders = Effect.fnUntraced(function* (which: "due" | "all" = "due") {
  const repos = yield* ReadRepositories;
  /** The providers that this run found to be down. */
  const down = new Set<Provider>();
  if (which === "due") {
    let open = 0;
    for (let batch = yield* claimDue; batch.length > 0; batch = yield* claimDue) open += yield* resumeAll(batch, down);
    return open;
  }
  return yield* resumeAll(yield* repos.orders.pending(), down);
});
