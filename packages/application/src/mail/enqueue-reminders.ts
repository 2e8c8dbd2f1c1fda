import { epochMs, graceEnds, instant, isCreditBased, planReminder, unspentOfPlan } from "@backlot/domain";
import { ReadRepositories, transactional, currentTime } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { enqueueMail } from "../enqueue-mail.ts";

/** The earliest time to send a reminder before a period or a grace period ends, in milliseconds. */
const AHEAD_MS = 7 * 86_400_000;

/**
 * Adds the emails about yearly periods that end or begin soon, and about unspent credits that expire soon, to the
 * outbox. Each is sent once per period.
 */
export const enqueueReminders = Effect.gen(function* () {
  const repos = yield* ReadRepositories;
  const now = yield* currentTime;
  const ending = yield* repos.subscriptions.endingPeriods(now, instant(epochMs(now) + AHEAD_MS));
  for (const { subscription, user_id, legacy_kind } of ending) {
    const reminder = planReminder(subscription, now);
    // Credit-based legacy plans have no renewal date to announce.
    if (reminder === null || isCreditBased(legacy_kind)) continue;
    const expire = reminder === "credits-expiring";
    if (expire && unspentOfPlan(yield* repos.credits.lots(user_id), subscription.id) === 0) continue;
    const end = graceEnds(subscription) ?? subscription.period.end;
    yield* enqueueMail(reminder, `${subscription.id} ${end}`).pipe(transactional);
  }
});
