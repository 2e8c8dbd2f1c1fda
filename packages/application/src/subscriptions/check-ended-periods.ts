import { epochMs, instant } from "@backlot/domain";
import { ReadRepositories, Repositories, type StoredSubscription, transactional, currentTime } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { isolateFailure } from "../isolate-failure.ts";
import { syncSubscription } from "./sync-subscription.ts";

const HOUR_MS = 3_600_000;
/**
 * The maximum time for a provider to bill a period, in milliseconds. Stripe charges an hour after the period starts.
 */
const BILLED_WITHIN_MS = 2 * HOUR_MS;
/** How long to wait before rechecking a period that the provider has not billed, in milliseconds. */
const AGAIN_MS = 6 * HOUR_MS;
/** The maximum number of subscriptions checked per run. The next run continues with the rest. */
const BATCH = 20;

/** Records the check before the provider is called, so that an outage doesn't delay the rest of the subscriptions. */
const markChecked = Effect.fnUntraced(function* (id: string) {
  const repos = yield* Repositories;
  yield* repos.subscriptions.markChecked(id, yield* currentTime);
}, transactional);

const check = (overdue: StoredSubscription) =>
  Effect.andThen(markChecked(overdue.subscription.id), syncSubscription(overdue));

/**
 * Syncs the subscriptions whose paid period is over without a renewal: the provider has ended them, or has billed them,
 * and its event never arrived. Returns how many it checked. (CHK-07)
 */
export const checkEndedPeriods = Effect.gen(function* () {
  const repos = yield* ReadRepositories;
  const at = epochMs(yield* currentTime);
  const overdue = yield* repos.subscriptions.endedPeriods(
    { endedBefore: instant(at - BILLED_WITHIN_MS), checkedBefore: instant(at - AGAIN_MS) },
    BATCH,
  );
  for (const each of overdue)
    yield* isolateFailure(`subscription ${each.subscription.id}`, undefined, Effect.asVoid(check(each)));
  return overdue.length;
});
