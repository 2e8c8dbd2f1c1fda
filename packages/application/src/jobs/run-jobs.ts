import { type Instant, firstCharacters } from "@backlot/domain";
import {
  type Lease,
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
import * as FiberSet from "effect/FiberSet";
import * as Random from "effect/Random";
import * as Result from "effect/Result";
import { retryDelay } from "../retry-delay.ts";
import { LeaseLost, takeLeaseWithin, whileLeased } from "../leases.ts";
import { JOBS, type Job, after } from "./schedule.ts";

/** The maximum length of a stored error, in characters. */
const MAX_ERROR = 300;
/** The job exceeded its deadline. */
class DeadlineExceeded extends Data.TaggedError("DeadlineExceeded")<{ readonly message: string }> {}

type JobError = PaymentProviderUnavailable | MailUnavailable | DeadlineExceeded | LeaseLost;

/** Adds the jobs that aren't in the database yet. */
export const ensureJobs = Effect.gen(function* () {
  const repos = yield* Repositories;
  yield* repos.jobs.ensure(Object.keys(JOBS), yield* currentTime);
}).pipe(transactional);

/** Leases a job if it is still due. Returns null if it isn't, or if another process has leased it. */
const leaseJob = Effect.fnUntraced(function* (name: string) {
  const lease = yield* takeLeaseWithin(name);
  if (lease === null) return null;
  const repos = yield* Repositories;
  if (yield* repos.jobs.begin(name, yield* currentTime)) return lease;
  yield* repos.leases.release(lease);
  return null;
}, transactional);

/**
 * Leases the jobs that are due, and passes each lease on to `start` before taking the next one. Several processes can
 * do so at once.
 */
export const leaseDueJobs = Effect.fnUntraced(function* <R>(start: (lease: Lease) => Effect.Effect<unknown, never, R>) {
  const repos = yield* ReadRepositories;
  const names = yield* repos.jobs.due(Object.keys(JOBS), yield* currentTime);
  for (const name of names) {
    // Uninterruptible, so that no lease is left behind.
    yield* Effect.uninterruptible(
      Effect.flatMap(leaseJob(name), (lease) => (lease === null ? Effect.void : start(lease))),
    );
  }
});

/** Runs a job's work while its lease is valid, up to its deadline. Returns the next cursor. */
const work = Effect.fnUntraced(function* (lease: Lease, { deadline, run }: Job) {
  const repos = yield* ReadRepositories;
  const timed = Effect.timeoutOrElse(run(yield* repos.jobs.cursor(lease.name)), {
    duration: deadline,
    orElse: () => Effect.fail(new DeadlineExceeded({ message: `it ran for longer than ${deadline / 1_000} s` })),
  });
  return yield* whileLeased(lease, timed);
});

/** Releases a job's lease, and records the run's outcome unless the lease is lost. */
const release = <R>(lease: Lease, record: Effect.Effect<void, never, R>) =>
  Effect.flatMap(Repositories, ({ leases }) =>
    Effect.flatMap(leases.release(lease), (held) => (held ? record : Effect.void)),
  ).pipe(transactional);

const finish = Effect.fnUntraced(function* ({ name }: Lease, dueAt: Instant, cursor: string | null) {
  const repos = yield* Repositories;
  yield* repos.jobs.finish(name, dueAt, cursor);
});

const interrupt = Effect.fnUntraced(function* ({ name }: Lease) {
  const repos = yield* Repositories;
  yield* repos.jobs.interrupt(name, yield* currentTime);
});

/** Returns an error's message, with its cause. */
const errorText = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return [error.name, error.message, cause instanceof Error ? cause.message : ""].filter(Boolean).join(": ");
};

/** Counts a failure, and increases the wait after each consecutive failure. */
const fail = Effect.fnUntraced(function* ({ name }: Lease, { every, longestWait }: Job, error: unknown) {
  const repos = yield* Repositories;
  const failures = yield* repos.jobs.failures(name);
  const wait = retryDelay({ first: every, longest: longestWait }, failures, yield* Random.next);
  yield* repos.jobs.fail(name, after(yield* currentTime, wait), firstCharacters(errorText(error), MAX_ERROR));
});

/** Ends a run's lease according to the run's outcome. */
const settle = Effect.fnUntraced(function* (lease: Lease, job: Job, exit: Exit.Exit<string | null, JobError>) {
  const now = yield* currentTime;
  if (Exit.isSuccess(exit)) return yield* release(lease, finish(lease, after(now, job.every), exit.value));
  // Interrupted: due again immediately.
  if (Cause.hasInterruptsOnly(exit.cause)) return yield* release(lease, interrupt(lease));
  const error = Cause.squash(exit.cause);
  if (error instanceof LeaseLost) return yield* Effect.logWarning(`job ${lease.name} lost its lease`);
  const isExpected = Result.isSuccess(Cause.findError(exit.cause));
  yield* (isExpected ? Effect.logWarning : Effect.logError)(`job ${lease.name} failed and will be retried`, error);
  yield* release(lease, fail(lease, job, error));
});

/**
 * Runs a leased job, then makes it due again: after its interval, after an increasing wait if it failed, or immediately
 * if it was interrupted.
 */
export const runLeasedJob = (lease: Lease) =>
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
export const runDueJobs = Effect.gen(function* () {
  yield* ensureJobs;
  const running = yield* FiberSet.make();
  const names: string[] = [];
  yield* leaseDueJobs((lease) => {
    names.push(lease.name);
    return FiberSet.run(running, Effect.interruptible(runLeasedJob(lease)));
  });
  yield* FiberSet.awaitEmpty(running);
  return names;
}).pipe(Effect.scoped);
