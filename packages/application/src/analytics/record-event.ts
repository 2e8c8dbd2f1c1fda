import {
  type AnalyticsEvent,
  type Instant,
  type Order,
  type RecordedEvent,
  analyticsUser,
  purchaseEvent,
} from "@backlot/domain";
import type { Repositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { type Caller, addressOf, overviewOf, visitorOf } from "../caller.ts";
import type { StorePorts } from "../store-ports.ts";

/** What recording stands on. */
export type AnalyticsPorts = Pick<StorePorts, "analytics" | "clock" | "ids" | "transactions">;

/** An event with its id and its time. */
type Timed = Pick<RecordedEvent, "id" | "event" | "timestamp">;

/**
 * Records what `find` makes of the store, for a caller who consented; answers whether it was taken. What is looked up,
 * the account too, is looked up once the event's turn comes: no request waits for it. (ANL-01, ANL-03)
 */
const recordLater =
  ({ analytics, transactions }: AnalyticsPorts, caller: Caller) =>
  (find: (read: Repositories) => Effect.Effect<Timed | null>): Effect.Effect<boolean> =>
    Effect.suspend(() => {
      const browser_fingerprint = visitorOf(caller).fingerprint;
      if (analytics === null || browser_fingerprint === null) return Effect.succeed(false);
      const { read } = transactions;
      const personId = caller._tag === "SignedIn" ? caller.person.id : null;
      const made = Effect.gen(function* () {
        const timed = yield* find(read);
        if (timed === null) return null;
        const own = personId === null ? null : yield* overviewOf(read, personId);
        return { ...timed, browser_fingerprint, user: analyticsUser(own?.account ?? null) };
      });
      return Effect.as(analytics.record(made, addressOf(caller)), true);
    });

/** Records an event of a caller who consented, and answers whether it was taken. (ANL-01, ANL-02) */
export const recordEvent = (ports: AnalyticsPorts, caller: Caller) => {
  const record = recordLater(ports, caller);
  return (event: AnalyticsEvent): Effect.Effect<boolean> =>
    Effect.suspend(() => {
      const timed = { id: ports.ids.next(), timestamp: ports.clock.now(), event };
      return record(() => Effect.succeed(timed));
    });
};

/** An order that was paid, as an event at the time when it was; null for any other. */
const paidOrder = (order: Order | null): Timed | null => {
  if (order?.status._tag !== "paid") return null;
  const timestamp: Instant = order.status.at;
  return { id: `purchase:${order.id}`, timestamp, event: purchaseEvent(order) };
};

/**
 * Records a purchase by its order, with the order's own id: however often its buyer comes back, the service counts it
 * once. What is not paid is no purchase. (ANL-02)
 */
export const recordPurchase = (ports: AnalyticsPorts, caller: Caller) => {
  const record = recordLater(ports, caller);
  return (find: (orders: Repositories["orders"]) => Effect.Effect<Order | null>): Effect.Effect<boolean> =>
    record(({ orders }) => Effect.map(find(orders), paidOrder));
};
