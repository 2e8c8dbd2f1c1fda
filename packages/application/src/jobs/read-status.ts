import { Clock, ReadRepositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { after } from "./schedule.ts";

/** How far back orders are counted, in milliseconds. */
const ORDERS_MS = 24 * 60 * 60 * 1_000;

/** Counts background jobs and unsent emails by state, and the orders of the last 24 hours by status. */
export const readStatus = Effect.gen(function* () {
  const { jobs, outbox, orders } = yield* ReadRepositories;
  const now = (yield* Clock).now();
  return {
    jobs: yield* jobs.counts(now),
    mails: yield* outbox.counts(),
    orders: yield* orders.countsSince(after(now, -ORDERS_MS)),
  };
});
