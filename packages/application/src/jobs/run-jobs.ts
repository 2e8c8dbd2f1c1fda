import { CART_DAYS, type Instant, type Provider, epochMs, instant } from "@backlot/domain";
import {
  Clock,
  PaymentProviders,
  type PaymentProviderUnavailable,
  RateLimits,
  ReadRepositories,
  Repositories,
  transactional,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import { enqueueReminders } from "../mail/enqueue-reminders.ts";
import { sendOutbox } from "../mail/send-outbox.ts";
import { resumeOrders } from "../orders/resume-orders.ts";
import { refundDue } from "../refunds/refund-due.ts";
import type { StoreServices } from "../store-services.ts";
import { checkEndedPeriods } from "../subscriptions/check-ended-periods.ts";
import { expireSubscriptions } from "../subscriptions/expire.ts";
import { terminateReplacedSubscriptions } from "../subscriptions/terminate-replaced.ts";
import { reconcileEvents } from "../webhooks/reconcile-events.ts";
import { isolateFailure } from "../isolate-failure.ts";

const after = (at: Instant, ms: number): Instant => instant(epochMs(at) + ms);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** How long a job stays leased to a process that died, in milliseconds. */
const LEASE_MS = 10 * MINUTE;
/** How far back the first reconciliation looks, in milliseconds. */
const RECONCILE_WINDOW_MS = 3 * DAY;
/** How far each reconciliation overlaps the one before it, in milliseconds. */
const OVERLAP_MS = 10 * MINUTE;

/** A scheduled job: its interval in milliseconds, and its work, which returns the cursor for the next run. */
interface Job {
  readonly every: number;
  readonly work: (cursor: string | null) => Effect.Effect<string | null, PaymentProviderUnavailable, StoreServices>;
}

/**
 * Returns a job that handles a provider's events whose webhooks never arrived, starting a little before the end of the
 * last run.
 */
const reconciling = (provider: Provider): Job => ({
  every: 15 * MINUTE,
  work: (cursor) =>
    Effect.gen(function* () {
      if ((yield* PaymentProviders)[provider] === null) return cursor;
      const now = (yield* Clock).now();
      const since = cursor === null ? after(now, -RECONCILE_WINDOW_MS) : after(cursor as Instant, -OVERLAP_MS);
      const { missed, until } = yield* reconcileEvents(since, provider);
      if (missed > 0) yield* Effect.logWarning(`reconcile: no webhook delivered ${missed} events of ${provider}`);
      return until;
    }),
});

const job = (every: number, work: Effect.Effect<unknown, never, StoreServices>): Job => ({
  every,
  work: () => Effect.as(work, null),
});

/** Deletes visitors' carts that last changed so long ago that browsers have dropped their tokens. */
const removeOldCarts = Effect.gen(function* () {
  const { carts } = yield* Repositories;
  yield* carts.removeUnused(after((yield* Clock).now(), -CART_DAYS * DAY));
}).pipe(transactional);

/**
 * Deletes sent password reset emails from the outbox after an hour or two, because they contain email addresses. By
 * then they no longer delay a second email.
 */
const removeResets = Effect.gen(function* () {
  const { outbox } = yield* Repositories;
  yield* outbox.removeSent("reset-password", after((yield* Clock).now(), -HOUR));
}).pipe(transactional);

const JOBS: Readonly<Record<string, Job>> = {
  "resume-orders": job(MINUTE, resumeOrders()),
  "expire-subscriptions": job(MINUTE, expireSubscriptions),
  "check-ended-periods": job(15 * MINUTE, checkEndedPeriods),
  "terminate-replaced": job(MINUTE, terminateReplacedSubscriptions),
  "refund-due": job(MINUTE, refundDue),
  // More often than the other jobs, because customers wait for their email.
  "send-notices": job(10_000, sendOutbox),
  "enqueue-reminders": job(HOUR, enqueueReminders),
  "remove-old-carts": job(DAY, removeOldCarts),
  "remove-ended-limits": job(
    DAY,
    RateLimits.use(({ removeEnded }) => removeEnded()),
  ),
  "remove-resets": job(HOUR, removeResets),
  "reconcile-stripe": reconciling("stripe"),
  "reconcile-paypal": reconciling("paypal"),
};

const release = (name: string, every: number, cursor: string | null) =>
  Effect.gen(function* () {
    const { jobs } = yield* Repositories;
    yield* jobs.release(name, after((yield* Clock).now(), every), cursor);
  }).pipe(transactional);

/** Runs a job that this process has leased, then releases it with its next due time. Returns its name. */
const runJob = (name: string, { every, work }: Job) =>
  Effect.gen(function* () {
    const { jobs } = yield* ReadRepositories;
    const cursor = yield* jobs.cursor(name);
    const next = yield* isolateFailure(`job ${name}`, cursor, work(cursor));
    // Retry once on a fresh connection: a job that is not released would wait until its lease expires.
    yield* Effect.catchDefect(release(name, every, next), () => release(name, every, next));
    return name;
  });

const ensureJobs = Effect.gen(function* () {
  const { jobs } = yield* Repositories;
  const now = (yield* Clock).now();
  for (const name of Object.keys(JOBS)) yield* jobs.ensure(name, now);
}).pipe(transactional);

const leaseDue = Effect.gen(function* () {
  const { jobs } = yield* Repositories;
  return yield* jobs.lease((yield* Clock).now(), LEASE_MS);
}).pipe(transactional);

/**
 * Runs all due jobs concurrently, so that none delays another. Several processes may do so at once: each job is leased
 * in the database, and another process runs it if the first one dies. An interrupted job is due again at once. Returns
 * the names of the jobs that ran.
 */
export const runDueJobs = Effect.suspend(() => {
  const held = new Map<string, Job>();
  // Uninterruptible, so that this process knows every lease it has.
  const leaseOne = Effect.uninterruptible(
    Effect.map(leaseDue, (name) => {
      const leased = name === null ? undefined : JOBS[name];
      if (name === null || leased === undefined) return false;
      held.set(name, leased);
      return true;
    }),
  );
  const leaseAll = Effect.gen(function* () {
    yield* ensureJobs;
    while (held.size < Object.keys(JOBS).length) if (!(yield* leaseOne)) break;
  });
  const runOne = ([name, leased]: readonly [string, Job]) =>
    Effect.tap(runJob(name, leased), () => Effect.sync(() => held.delete(name)));
  const runAll = Effect.suspend(() => Effect.forEach([...held], runOne, { concurrency: "unbounded" }));
  const releaseAll = Effect.suspend(() =>
    Effect.forEach(held.keys(), (name) => release(name, 0, null), { discard: true }),
  );
  return Effect.onInterrupt(Effect.andThen(leaseAll, runAll), () => releaseAll);
});
