import { type Order, type Provider, nextAttempt } from "@backlot/domain";
import * as Effect from "effect/Effect";
import type { OrderPorts } from "../store-ports.ts";
import { tryAdvanceOrder } from "./advance-order.ts";

/** How many orders recovery takes at once, and how many of them it works on side by side. */
const BATCH = 50;
const CONCURRENCY = 4;

/** Takes the orders that are due for this process: when they are looked at next is set in the same transaction. */
const claimDue = (ports: OrderPorts): Effect.Effect<readonly Order[]> =>
  ports.transactions.run((repos) =>
    Effect.gen(function* () {
      const at = ports.clock.now();
      const due = yield* repos.orders.lockDue(at, BATCH);
      for (const { id, attempts, expires_at } of due)
        yield* repos.orders.scheduleAttempt(id, attempts + 1, nextAttempt(attempts + 1, at, expires_at));
      return due;
    }),
  );

/** Looks at one order. Answers whether it is still open; a provider that is down, or a defect, leaves it so. */
const resume = (
  ports: OrderPorts,
  order: Pick<Order, "id" | "provider">,
  down: Set<Provider>,
): Effect.Effect<boolean> =>
  Effect.gen(function* () {
    // One outage is enough: the others of that provider wait for their next time.
    if (down.has(order.provider)) return true;
    const { order: after } = yield* tryAdvanceOrder(ports)(order.id, { _tag: "continue" });
    return after.status._tag === "pending";
  }).pipe(
    Effect.catchTag("PaymentProviderUnavailable", (error) => {
      down.add(order.provider);
      return Effect.as(Effect.logWarning(`order ${order.id} waits for ${order.provider}`, error), true);
    }),
    Effect.catchDefect((defect) => Effect.as(Effect.logError(`order ${order.id} can't be resumed`, defect), true)),
  );

const resumeAll = (
  ports: OrderPorts,
  orders: readonly Pick<Order, "id" | "provider">[],
  down: Set<Provider>,
): Effect.Effect<number> =>
  Effect.map(
    Effect.forEach(orders, (order) => resume(ports, order, down), { concurrency: CONCURRENCY }),
    (open) => open.filter((isOpen) => isOpen).length,
  );

/**
 * Looks again at orders that have no end yet: a process that died between the charge and the record left them so. "due"
 * takes those whose time it is, "all" every one, as a store does when it opens. Answers how many of them are still
 * open. (CHK-03, CHK-07)
 */
export const resumeOrders =
  (ports: OrderPorts) =>
  (which: "due" | "all" = "due"): Effect.Effect<number> =>
    Effect.gen(function* () {
      /** The providers that were down when this run asked them. */
      const down = new Set<Provider>();
      if (which === "due") {
        let open = 0;
        for (let batch = yield* claimDue(ports); batch.length > 0; batch = yield* claimDue(ports))
          open += yield* resumeAll(ports, batch, down);
        return open;
      }
      return yield* resumeAll(ports, yield* ports.transactions.read.orders.pending(), down);
    });
