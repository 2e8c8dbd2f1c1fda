import { CART_DAYS, type Instant, type Provider, epochMs, firstCharacters, instant } from "@backlot/domain";
import {
  Clock,
  type JobLease,
  PaymentProviders,
  type MailUnavailable,
  type PaymentProviderUnavailable,
  RateLimits,
  ReadRepositories,
  Repositories,
  transactional,
} from "@backlot/ports";
import * as Cause from "effect/Cause";
import * as Data from "effect/Data";
import * as Effect from "effect/Effect";
import * as Exit from "effect/Exit";
import * as Random from "effect/Random";
import * as Result from "effect/Result";
import { enqueueReminders } from "../mail/enqueue-reminders.ts";
import { sendDue } from "../mail/send-outbox.ts";
import { resumeOrders } from "../orders/resume-orders.ts";
import { refundDue } from "../refunds/refund-due.ts";
import type { StoreServices } from "../store-services.ts";
import { checkEndedPeriods } from "../subscriptions/check-ended-periods.ts";
import { expireSubscriptions } from "../subscriptions/expire.ts";
import { terminateReplacedSubscriptions } from "../subscriptions/terminate-replaced.ts";
import { reconcileEvents } from "../webhooks/reconcile-events.ts";
import { retryDelay } from "../retry-delay.ts";

const after = (at: Instant, ms: number): Instant => instant(epochMs(at) + ms);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** How long a run of a job may take, in milliseconds. The next run goes on with the rest. */
const DEADLINE = 10 * MINUTE;
/** The longest wait after failures of a job that runs more often than that, in milliseconds. */
const LONGEST_WAIT = 30 * MINUTE;
/** How long a job stays leased to a process that died, in milliseconds. */
const LEASE_MS = 30_000;
/** How often a running job extends its lease, in milliseconds. */
const HEARTBEAT_MS = 10_000;
/** The most characters of an error to keep. */
const MAX_ERROR = 300;
/** How far back the first reconciliation looks, in milliseconds. */
const RECONCILE_WINDOW_MS = 3 * DAY;
/** How far each reconciliation overlaps the one before it, in milliseconds. */
const OVERLAP_MS = 10 * MINUTE;

/** The job ran for longer than it may. */
class DeadlineExceeded extends Data.TaggedError("DeadlineExceeded")<{ readonly message: string }> {}

/** Another process has leased the job. */
class LeaseLost extends Data.TaggedError("LeaseLost") {}

type JobError = PaymentProviderUnavailable | MailUnavailable | DeadlineExceeded | LeaseLost;

/**
 * A scheduled job: its interval, its deadline, and the longest wait after failures, in milliseconds, and its work,
 * which returns the cursor for the next run.
 */
interface Job {
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
      const now = (yield* Clock).now();
      const since = cursor === null ? after(now, -RECONCILE_WINDOW_MS) : after(cursor as Instant, -OVERLAP_MS);
      const { missed, until } = yield* reconcileEvents(since, provider);
      if (missed > 0) yield* Effect.logWarning(`reconcile: no webhook delivered ${missed} events of ${provider}`);
      return until;
    }),
});

const job = (every: number, work: Effect.Effect<unknown, never, StoreServices>): Job => ({
  every,
  deadline: DEADLINE,
  longestWait: LONGEST_WAIT,
  run: () => Effect.as(work, null),
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
  "remove-resets": job(HOUR, removeResets),
  "reconcile-stripe": reconciling("stripe"),
  "reconcile-paypal": reconciling("paypal"),
};

/** Adds the jobs that the database doesn't know yet. */
export const ensureJobs = Effect.gen(function* () {
  const { jobs } = yield* Repositories;
  yield* jobs.ensure(Object.keys(JOBS), (yield* Clock).now());
}).pipe(transactional);

/**
 * Leases the next job that is due, or returns null. Several processes may do so at once: each job is leased in the
 * database by one of them. Uninterruptible, so that no lease is forgotten.
 */
export const leaseNextJob = Effect.uninterruptible(
  Effect.gen(function* () {
    const { jobs } = yield* Repositories;
    return yield* jobs.lease(Object.keys(JOBS), (yield* Clock).now(), LEASE_MS);
  }).pipe(transactional),
);

/** Keeps a lease until it is lost, even while the database can't be reached. */
const keepLease = (lease: JobLease) =>
  Effect.gen(function* () {
    for (let isHeld = true; isHeld; ) {
      yield* Effect.sleep(HEARTBEAT_MS);
      const extended = Repositories.use(({ jobs }) => jobs.extend(lease, LEASE_MS)).pipe(transactional);
      isHeld = yield* Effect.catchDefect(extended, () => Effect.succeed(true));
    }
    return yield* new LeaseLost();
  });

/** Runs a job's work for as long as its lease holds and its deadline allows. Returns the next cursor. */
const work = (lease: JobLease, { deadline, run }: Job) =>
  Effect.gen(function* () {
    const { jobs } = yield* ReadRepositories;
    const timed = Effect.timeoutOrElse(run(yield* jobs.cursor(lease.name)), {
      duration: deadline,
      orElse: () => Effect.fail(new DeadlineExceeded({ message: `it ran for longer than ${deadline / 1_000} s` })),
    });
    return yield* Effect.raceFirst(timed, keepLease(lease));
  });

const release = (lease: JobLease, dueAt: Instant, cursor: string | null) =>
  Repositories.use(({ jobs }) => jobs.release(lease, dueAt, cursor)).pipe(transactional);

const interrupt = (lease: JobLease) =>
  Effect.gen(function* () {
    const { jobs } = yield* Repositories;
    yield* jobs.interrupt(lease, (yield* Clock).now());
  }).pipe(transactional);

/** Returns what went wrong, with the error behind it. */
const errorText = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return [error.name, error.message, cause instanceof Error ? cause.message : ""].filter(Boolean).join(": ");
};

/** Counts a failure, and waits longer after each one in a row. */
const fail = (lease: JobLease, { every, longestWait }: Job, error: unknown) =>
  Effect.gen(function* () {
    const { jobs } = yield* Repositories;
    const failures = yield* jobs.failures(lease.name);
    const wait = retryDelay({ first: every, longest: longestWait }, failures, yield* Random.next);
    yield* jobs.fail(lease, after((yield* Clock).now(), wait), firstCharacters(errorText(error), MAX_ERROR));
  }).pipe(transactional);

/** Ends the lease of a run by how it ended. */
const settle = (lease: JobLease, job: Job, exit: Exit.Exit<string | null, JobError>) =>
  Effect.gen(function* () {
    const now = (yield* Clock).now();
    if (Exit.isSuccess(exit)) return yield* release(lease, after(now, job.every), exit.value);
    // Interrupted: due again at once.
    if (Cause.hasInterruptsOnly(exit.cause)) return yield* interrupt(lease);
    const error = Cause.squash(exit.cause);
    if (error instanceof LeaseLost) return yield* Effect.logWarning(`job ${lease.name} lost its lease`);
    const isExpected = Result.isSuccess(Cause.findError(exit.cause));
    yield* (isExpected ? Effect.logWarning : Effect.logError)(`job ${lease.name} failed, and is tried again`, error);
    yield* fail(lease, job, error);
  });

/**
 * Runs a leased job, then makes it due again: after its interval, after a longer and longer while if it failed, or at
 * once if it was interrupted.
 */
export const runLeasedJob = (lease: JobLease) =>
  Effect.uninterruptibleMask((restore) =>
    Effect.gen(function* () {
      const job = JOBS[lease.name];
      if (job === undefined) return;
      const exit = yield* Effect.exit(restore(work(lease, job)));
      // Retry once on a fresh connection: a job that is not released would wait until its lease expires.
      const settled = settle(lease, job, exit);
      yield* Effect.catchDefect(settled, () => settled);
    }),
  );

/** Runs all due jobs concurrently, so that none delays another. Returns the names of the jobs that ran. */
export const runDueJobs = Effect.uninterruptibleMask((restore) =>
  Effect.gen(function* () {
    yield* ensureJobs;
    const waiting = new Set<JobLease>();
    for (let lease = yield* leaseNextJob; lease !== null; lease = yield* leaseNextJob) waiting.add(lease);
    const leases = [...waiting];
    const run = (lease: JobLease) =>
      Effect.suspend(() => {
        waiting.delete(lease);
        return runLeasedJob(lease);
      });
    const runAll = Effect.forEach(leases, run, { concurrency: "unbounded", discard: true });
    const releaseWaiting = Effect.suspend(() => Effect.forEach([...waiting], interrupt, { discard: true }));
    yield* Effect.onInterrupt(restore(runAll), () => releaseWaiting);
    return leases.map(({ name }) => name);
  }),
);
