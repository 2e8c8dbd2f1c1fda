import {
  type AnalyticsEvent,
  type Instant,
  type Order,
  type RecordedEvent,
  analyticsUser,
  purchaseEvent,
} from "@backlot/domain";
import { Analytics, CurrentCaller, Ids, ReadRepositories, currentTime } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { addressOf, overviewOf, visitorOf } from "./caller.ts";

/** An analytics event with its id and time, before the user is added. */
type Timed = Pick<RecordedEvent, "id" | "event" | "timestamp">;

/**
 * Queues the event that `find` returns, if the store records analytics and the caller consented. Returns whether it was
 * queued. All data is read later, when the event is sent, so that no request waits for it.
 */
const recordLater = Effect.fnUntraced(function* (find: Effect.Effect<Timed | null, never, ReadRepositories>) {
  const analytics = yield* Analytics;
  const caller = yield* CurrentCaller;
  const browser_fingerprint = visitorOf(caller).fingerprint;
  if (analytics === null || browser_fingerprint === null) return false;
  const personId = caller._tag === "SignedIn" ? caller.person.id : null;
  const eventWithUser = Effect.gen(function* () {
    const timed = yield* find;
    if (timed === null) return null;
    const overview = personId === null ? null : yield* overviewOf(personId);
    return { ...timed, browser_fingerprint, user: analyticsUser(overview?.account ?? null) };
  });
  const later = Effect.provideService(eventWithUser, ReadRepositories, yield* ReadRepositories);
  yield* analytics.record(later, addressOf(caller));
  return true;
});

/** Records an analytics event if the caller consented. Returns whether it was queued. */
export const recordEvent = Effect.fnUntraced(function* (event: AnalyticsEvent) {
  const timed = { id: (yield* Ids).next(), timestamp: yield* currentTime, event };
  return yield* recordLater(Effect.succeed(timed));
});

/** Returns a paid order's purchase event, at the time of its payment; null for any other order. */
const paidOrder = (order: Order | null): Timed | null => {
  if (order?.status._tag !== "paid") return null;
  const timestamp: Instant = order.status.at;
  return { id: `purchase:${order.id}`, timestamp, event: purchaseEvent(order) };
};

/**
 * Records a purchase under its order's id, so that it counts once, however often the buyer returns. Ignores an unpaid
 * order.
 */
export const recordPurchase = (find: (orders: ReadRepositories["Service"]["orders"]) => Effect.Effect<Order | null>) =>
  recordLater(
    Effect.map(
      ReadRepositories.use(({ orders }) => find(orders)),
      paidOrder,
    ),
  );
