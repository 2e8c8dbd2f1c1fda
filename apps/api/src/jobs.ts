import {
  ensureJobs,
  hastenOutbox,
  leaseDueJobs,
  refreshShop,
  resumeOrders,
  runLeasedJob,
  type StoreServices,
} from "@backlot/application";
import { Transactions } from "@backlot/ports";
import * as Cause from "effect/Cause";
import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import * as FiberSet from "effect/FiberSet";
import * as Schedule from "effect/Schedule";
import * as Semaphore from "effect/Semaphore";
import type { Services } from "./composition.ts";

/** The interval between checks for due jobs, in milliseconds. */
const LOOK_FOR_JOBS_EVERY = 10_000;
/** The interval between checks for unsent emails, in milliseconds. Short, because customers wait for some of them. */
const LOOK_FOR_MAILS_EVERY = 1_000;

const watchJobs = Effect.fnUntraced(function* (lookEvery: number) {
  const { isOutage } = yield* Transactions;
  const running = yield* FiberSet.make();
  const turn = yield* Semaphore.make(1);
  // After a start or a database outage, also resume all interrupted orders, however old.
  let interrupted = true;
  /** Logs an error instead of failing. */
  const logged = (name: string, work: Effect.Effect<unknown, unknown, StoreServices>) =>
    Effect.catchCause(work, (cause) => {
      if (Cause.hasInterruptsOnly(cause)) return Effect.void;
      const isOut = isOutage(Cause.squash(cause));
      interrupted ||= isOut;
      return isOut ? Effect.logError(`${name}: can't reach the database`) : Effect.logError(name, cause);
    });
  const start = (name: string, work: Effect.Effect<unknown, unknown, StoreServices>) =>
    FiberSet.run(running, Effect.interruptible(logged(name, work)));
  const startDue = Effect.gen(function* () {
    // Receipts name the seller, which another process may have changed.
    yield* refreshShop;
    yield* ensureJobs;
    yield* leaseDueJobs((lease) => start(`job ${lease.name}`, runLeasedJob(lease)));
    if (!interrupted) return;
    interrupted = false;
    yield* start("orders", resumeOrders("all"));
  });
  const lookForJobs = logged("jobs", startDue);
  let unsent: ReadonlySet<string> = new Set();
  const lookForMails = Effect.gen(function* () {
    const { waiting, isNew } = yield* hastenOutbox(unsent);
    unsent = waiting;
    if (isNew) yield* lookForJobs;
  }).pipe(
    // `lookForJobs` already logs outages, less often.
    Effect.catchCauseIf(
      (cause) => isOutage(Cause.squash(cause)),
      () => Effect.void,
    ),
  );
  const looks = [
    Effect.repeat(turn.withPermit(lookForJobs), Schedule.fixed(lookEvery)),
    Effect.repeat(turn.withPermit(logged("mails", lookForMails)), Schedule.fixed(LOOK_FOR_MAILS_EVERY)),
  ];
  yield* Effect.all(looks, { concurrency: "unbounded", discard: true });
}, Effect.scoped);

/**
 * Looks for due jobs at an interval, in milliseconds, and runs each separately, so that a slow job doesn't delay the
 * others. The returned function interrupts running jobs, which resume at the next start, and resolves once none of them
 * uses the database.
 */
export const startJobs = (
  { context }: Pick<Services, "context">,
  lookEvery = LOOK_FOR_JOBS_EVERY,
): (() => Promise<void>) => {
  const fiber = Effect.runForkWith(context)(watchJobs(lookEvery));
  return () => Effect.runPromise(Fiber.interrupt(fiber));
};
