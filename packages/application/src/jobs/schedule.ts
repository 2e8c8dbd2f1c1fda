import {
  CART_DAYS,
  type Instant,
  PROVIDERS,
  type Provider,
  UNPAID_GUEST_DAYS,
  epochMs,
  instant,
} from "@backlot/domain";
import {
  Identity,
  type MailUnavailable,
  PaymentProviders,
  type PaymentProviderUnavailable,
  IdempotencyKeys,
  RateLimits,
  Repositories,
  transactional,
  currentTime,
} from "@backlot/ports";
import { removeOldDeliveries, sendWebhooks } from "../webhooks/send-webhooks.ts";
import * as Effect from "effect/Effect";
import { releaseCollections } from "../catalog/release-collections.ts";
import { indexSearch } from "../catalog/index-search.ts";
import { enqueueReminders } from "../mail/enqueue-reminders.ts";
import { sendDue } from "../mail/send-outbox.ts";
import { resumeOrders } from "../fulfillment/resume-orders.ts";
import { refundDue } from "../refunds/refund-due.ts";
import type { StoreServices } from "../store-services.ts";
import { checkEndedPeriods } from "../subscriptions/check-ended-periods.ts";
import { expireSubscriptions } from "../subscriptions/expire.ts";
import { terminateReplacedSubscriptions } from "../subscriptions/terminate-replaced.ts";
import { reconcileEvents } from "../webhooks/reconcile-events.ts";

export const after = (at: Instant, ms: number): Instant => instant(epochMs(at) + ms);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The maximum duration of a job's run, in milliseconds. The next run continues with the rest. */
const DEADLINE = 10 * MINUTE;
/** The maximum wait after failures, for jobs that run more often than that, in milliseconds. */
const LONGEST_WAIT = 30 * MINUTE;
/** How far back the first reconciliation looks, in milliseconds. */
const RECONCILE_WINDOW_MS = 3 * DAY;
/** How far each reconciliation overlaps the previous one, in milliseconds. */
const OVERLAP_MS = 10 * MINUTE;

/**
 * A scheduled job: its interval, its deadline, and the longest wait after failures, in milliseconds, and its work,
 * which returns the cursor for the next run.
 */
export interface Job {
  readonly every: number;
  readonly deadline: number;
  readonly longestWait: number;
  readonly run: (
    cursor: string | null,
  ) => Effect.Effect<string | null, PaymentProviderUnavailable | MailUnavailable, StoreServices>;
}

/**
 * Returns a job that handles a provider's events whose webhooks never arrived, starting a little before the end of the
 * last run.
 */
const reconciling = (provider: Provider): Job => ({
  every: 15 * MINUTE,
  deadline: DEADLINE,
  longestWait: LONGEST_WAIT,
  run: (cursor) =>
    Effect.gen(function* () {
      if ((yield* PaymentProviders)[provider] === null) return cursor;
      const now = yield* currentTime;
      const since = cursor === null ? after(now, -RECONCILE_WINDOW_MS) : after(cursor as Instant, -OVERLAP_MS);
      const { missed, until } = yield* reconcileEvents(since, provider);
      if (missed > 0) yield* Effect.logWarning(`reconcile: ${missed} ${provider} events were missed by the webhook`);
      return until;
    }),
});

const job = (every: number, work: Effect.Effect<unknown, never, StoreServices>): Job => ({
  every,
  deadline: DEADLINE,
  longestWait: LONGEST_WAIT,
  run: () => Effect.as(work, null),
});

/** Deletes visitors' carts that have not changed for so long that browsers have dropped their tokens. */
const removeOldCarts = Effect.gen(function* () {
  const repos = yield* Repositories;
  yield* repos.carts.removeUnused(after(yield* currentTime, -CART_DAYS * DAY));
}).pipe(transactional);

/**
 * Deletes sent password reset emails from the outbox after an hour or two, because they contain email addresses. By
 * then, they no longer delay a second email.
 */
const removeResets = Effect.gen(function* () {
  const repos = yield* Repositories;
  yield* repos.outbox.removeSent("reset-password", after(yield* currentTime, -HOUR));
}).pipe(transactional);

/** How long to keep processed events, in days. Providers redeliver an event for a few days at most. */
const EVENT_DAYS = 60;

/** Deletes processed events that providers will no longer redeliver. */
const removeOldEvents = Effect.gen(function* () {
  const repos = yield* Repositories;
  yield* repos.webhookEvents.removeBefore(after(yield* currentTime, -EVENT_DAYS * DAY));
}).pipe(transactional);

/** Forgets the responses of idempotency keys after a day. */
const removeOldKeys = Effect.gen(function* () {
  const { removeBefore } = yield* IdempotencyKeys;
  yield* removeBefore(after(yield* currentTime, -DAY));
});

/** The number of guests to delete in one transaction. */
const GUEST_BATCH = 500;

/** Deletes guests who started checkouts but never paid, because their rows contain email addresses. */
const removeUnpaidGuests = Effect.gen(function* () {
  const before = after(yield* currentTime, -UNPAID_GUEST_DAYS * DAY);
  const remove = Repositories.use(({ guests }) => guests.removeUnpaid(before, GUEST_BATCH)).pipe(transactional);
  while ((yield* remove) === GUEST_BATCH);
});

/** Deletes the leases of processes that died. */
const removeExpiredLeases = Repositories.use(({ leases }) => leases.removeExpired()).pipe(transactional);

/** Every scheduled job, by its name in the database. */
export const JOBS: Readonly<Record<string, Job>> = {
  "resume-orders": job(MINUTE, resumeOrders()),
  "expire-subscriptions": job(MINUTE, expireSubscriptions),
  "check-ended-periods": job(15 * MINUTE, checkEndedPeriods),
  "terminate-replaced": job(MINUTE, terminateReplacedSubscriptions),
  "refund-due": job(MINUTE, refundDue),
  // This job runs more often than the others, because customers wait for their email.
  "send-notices": {
    ...job(10_000, Effect.void),
    longestWait: 5 * MINUTE,
    run: () =>
      Effect.flatMap(sendDue, ({ unavailable }) =>
        unavailable === null ? Effect.succeed(null) : Effect.fail(unavailable),
      ),
  },
  "enqueue-reminders": job(HOUR, enqueueReminders),
  "remove-old-carts": job(DAY, removeOldCarts),
  "remove-ended-limits": job(
    DAY,
    RateLimits.use(({ removeEnded }) => removeEnded()),
  ),
  "remove-expired-leases": job(DAY, removeExpiredLeases),
  "remove-old-keys": job(HOUR, removeOldKeys),
  "send-webhooks": job(10_000, sendWebhooks),
  "remove-old-deliveries": job(DAY, removeOldDeliveries),
  "remove-resets": job(HOUR, removeResets),
  "remove-old-events": job(DAY, removeOldEvents),
  "remove-unpaid-guests": job(DAY, removeUnpaidGuests),
  "release-collections": job(HOUR, releaseCollections),
  // Indexes collections that a process of an older version imported during an upgrade.
  "index-search": job(HOUR, indexSearch),
  "remove-expired-sessions": job(
    DAY,
    Identity.use(({ removeExpired }) => removeExpired()),
  ),
  ...Object.fromEntries(PROVIDERS.map((provider) => [`reconcile-${provider}`, reconciling(provider)])),
};
