import { type Instant, firstCharacters } from "@backlot/domain";
import {
  type JobLease,
  type MailUnavailable,
  type PaymentProviderUnavailable,
  ReadRepositories,
  Repositories,
  transactional,
  currentTime,
} from "@backlot/ports";
import * as Cause from "effect/Cause";
import * as Data from "effect/Data";
import * as Effect from "effect/Effect";
import * as Exit from "effect/Exit";
import * as Random from "effect/Random";
import * as Result from "effect/Result";
import { retryDelay } from "../retry-delay.ts";
import { JOBS, type Job, after } from "./schedule.ts";

/** How long a job stays leased to a process that died, in milliseconds. */
const LEASE_MS = 30_000;
/** How often a running job extends its lease, in milliseconds. */
const HEARTBEAT_MS = 10_000;
/** The maximum length of a stored error, in characters. */
const MAX_ERROR = 300;
/** The job exceeded its deadline. */
class DeadlineExceeded extends Data.TaggedError("DeadlineExceeded")<{ readonly message: string }> {}

/** Another process has leased the job. */
class LeaseLost extends Data.TaggedError("LeaseLost") {}

type JobError = PaymentProviderUnavailable | MailUnavailable | DeadlineExceeded | LeaseLost;

/** Adds the jobs that the database doesn't know yet. */
export const ensureJobs = Effect.gen(function* () {
  const repos = yield* Repositories;
  yield* repos.jobs.ensure(Object.keys(JOBS), yield* currentTime);
}).pipe(transactional);

/**
 * Leases the next job that is due, or returns null. Several processes can call it at once: the database leases each job
 * to only one of them. Uninterruptible, so that no lease is left behind.
 */
export const leaseNextJob = Effect.uninterruptible(
  Effect.gen(function* () {
    const repos = yield* Repositories;
    return yield* repos.jobs.lease(Object.keys(JOBS), yield* currentTime, LEASE_MS);
  }).pipe(transactional),
);

/** Keeps a lease until it is lost, even while the database can't be reached. */
const keepLease = Effect.fnUntraced(function* (lease: JobLease) {
  for (let isHeld = true; isHeld; ) {
    yield* Effect.sleep(HEARTBEAT_MS);
    const extended = Repositories.use(({ jobs }) => jobs.extend(lease, LEASE_MS)).pipe(transactional);
    isHeld = yield* Effect.catchDefect(extended, () => Effect.succeed(true));
  }
  return yield* new LeaseLost();
});

/** Runs a job's work while its lease is valid, up to its deadline. Returns the next cursor. */
const work = Effect.fnUntraced(function* (lease: JobLease, { deadline, run }: Job) {
  const repos = yield* ReadRepositories;
  const timed = Effect.timeoutOrElse(run(yield* repos.jobs.cursor(lease.name)), {
    duration: deadline,
    orElse: () => Effect.fail(new DeadlineExceeded({ message: `it ran for longer than ${deadline / 1_000} s` })),
  });
  return yield* Effect.raceFirst(timed, keepLease(lease));
});

const release = (lease: JobLease, dueAt: Instant, cursor: string | null) =>
  Repositories.use(({ jobs }) => jobs.release(lease, dueAt, cursor)).pipe(transactional);

const interrupt = Effect.fnUntraced(function* (lease: JobLease) {
  const repos = yield* Repositories;
  yield* repos.jobs.interrupt(lease, yield* currentTime);
}, transactional);

/** Returns an error's message, with its cause. */
const errorText = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return [error.name, error.message, cause instanceof Error ? cause.message : ""].filter(Boolean).join(": ");
};

/** Counts a failure, and waits longer after each one in a row. */
const fail = Effect.fnUntraced(function* (lease: JobLease, { every, longestWait }: Job, error: unknown) {
  const repos = yield* Repositories;
  const failures = yield* repos.jobs.failures(lease.name);
  const wait = retryDelay({ first: every, longest: longestWait }, failures, yield* Random.next);
  yield* repos.jobs.fail(lease, after(yield* currentTime, wait), firstCharacters(errorText(error), MAX_ERROR));
}, transactional);

/** Ends a run's lease according to the run's outcome. */
const settle = Effect.fnUntraced(function* (lease: JobLease, job: Job, exit: Exit.Exit<string | null, JobError>) {
  const now = yield* currentTime;
  if (Exit.isSuccess(exit)) return yield* release(lease, after(now, job.every), exit.value);
  // Interrupted: due again immediately.
  if (Cause.hasInterruptsOnly(exit.cause)) return yield* interrupt(lease);
  const error = Cause.squash(exit.cause);
  if (error instanceof LeaseLost) return yield* Effect.logWarning(`job ${lease.name} lost its lease`);
  const isExpected = Result.isSuccess(Cause.findError(exit.cause));
  yield* (isExpected ? Effect.logWarning : Effect.logError)(`job ${lease.name} failed and will be retried`, error);
  yield* fail(lease, job, error);
});

/**
 * Runs a leased job, then makes it due again: after its interval, after an increasing wait if it failed, or immediately
 * if it was interrupted.
 */
export const runLeasedJob = (lease: JobLease) =>
  Effect.uninterruptibleMask((restore) =>
    Effect.gen(function* () {
      const job = JOBS[lease.name];
      if (job === undefined) return;
      const exit = yield* Effect.exit(restore(work(lease, job)));
      // Retry once on a fresh connection. An unreleased job would have to wait until its lease expires.
      const settled = settle(lease, job, exit);
      yield* Effect.catchDefect(settled, () => settled);
    }).pipe(Effect.withSpan(`jobs.${lease.name}`)),
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
