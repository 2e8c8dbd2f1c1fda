import { ReadRepositories, currentTime } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { after } from "./schedule.ts";

/** How far back orders are counted, in milliseconds. */
const ORDERS_MS = 24 * 60 * 60 * 1_000;

/** Counts background jobs and unsent emails by state, and the orders of the last 24 hours by status. */
export const readStatus = Effect.gen(function* () {
  const repos = yield* ReadRepositories;
  const now = yield* currentTime;
  return {
    jobs: yield* repos.jobs.counts(now),
    mails: yield* repos.outbox.counts(),
    orders: yield* repos.orders.countsSince(after(now, -ORDERS_MS)),
  };
});
