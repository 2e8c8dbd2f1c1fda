import { epochMs, instant, planReminder } from "@backlot/domain";
import { Clock, ReadRepositories, transactional } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { enqueueMail } from "../enqueue-mail.ts";

/** How long before a period or a grace period ends its owner is reminded at the earliest, in milliseconds. */
const AHEAD_MS = 7 * 86_400_000;

/**
 * Adds the emails about yearly plans that renew soon, and about unspent credits that expire soon, to the outbox. Each
 * is sent once for a period.
 */
export const enqueueReminders = Effect.gen(function* () {
  const read = yield* ReadRepositories;
  const now = (yield* Clock).now();
  const ending = yield* read.subscriptions.endingPeriods(now, instant(epochMs(now) + AHEAD_MS));
  for (const { subscription } of ending) {
    const reminder = planReminder(subscription, now);
    if (reminder === null) continue;
    yield* enqueueMail(reminder, `${subscription.id} ${subscription.period.end}`).pipe(transactional);
  }
});
