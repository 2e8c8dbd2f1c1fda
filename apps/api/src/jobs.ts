import {
  ensureJobs,
  hastenOutbox,
  leaseNextJob,
  refreshShop,
  resumeOrders,
  runLeasedJob,
  type StoreServices,
} from "@backlot/application";
import { Transactions } from "@backlot/ports";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import type { Services } from "./composition.ts";

/** The interval between checks for due jobs, in milliseconds. */
const LOOK_FOR_JOBS_EVERY = 10_000;
/** The interval between checks for unsent emails, in milliseconds. Short, because customers wait for some of them. */
const LOOK_FOR_MAILS_EVERY = 1_000;

/**
 * Looks for due jobs at an interval, in milliseconds, and runs each separately, so that a slow job doesn't delay the
 * others. The returned function interrupts running jobs, which resume at the next start, and resolves once none of them
 * uses the database.
 */
export const startJobs = (
  { context }: Pick<Services, "context">,
  lookEvery = LOOK_FOR_JOBS_EVERY,
): (() => Promise<void>) => {
  const ending = new AbortController();
  const { isOutage } = Context.get(context, Transactions);
  const run = <A, E>(work: Effect.Effect<A, E, StoreServices>): Promise<A> =>
    Effect.runPromiseWith(context)(work, { signal: ending.signal });
  const running = new Set<Promise<void>>();
  /** Runs work in the background. Logs any error, and returns whether the work succeeded. */
  const start = (name: string, work: () => Promise<unknown>): Promise<boolean> => {
    const done = work().then(
      () => true,
      (error: unknown) => {
        if (ending.signal.aborted) return false;
        interrupted ||= isOutage(error);
        console.error(`${name}:`, isOutage(error) ? "can't reach the database" : error);
        return false;
      },
    );
    const ended: Promise<void> = done.then(() => void running.delete(ended));
    running.add(ended);
    return done;
  };
  // After a start or a database outage, also resume all interrupted orders, however old.
  let interrupted = true;
  const startDue = async (): Promise<void> => {
    // Receipts name the seller, which another process may have changed.
    await run(refreshShop);
    await run(ensureJobs);
    for (let lease = await run(leaseNextJob); lease !== null; lease = await run(leaseNextJob)) {
      const leased = lease;
      void start(`job ${leased.name}`, () => run(runLeasedJob(leased)));
    }
    if (!interrupted) return;
    interrupted = false;
    void start("orders", () => run(resumeOrders("all")));
  };
  let isLooking = false;
  const lookForJobs = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    await start("jobs", startDue);
    isLooking = false;
  };
  let tried: ReadonlySet<string> = new Set();
  const lookForMails = async (): Promise<void> => {
    if (isLooking) return;
    const { waiting, isNew } = await run(hastenOutbox(tried));
    tried = waiting;
    if (isNew) await lookForJobs();
  };
  void lookForJobs();
  const timers = [
    setInterval(() => void lookForJobs(), lookEvery),
    setInterval(() => {
      // The jobs already log outages, less often.
      const work = () =>
        lookForMails().catch((error: unknown) => (isOutage(error) ? undefined : Promise.reject(error)));
      void start("mails", work);
    }, LOOK_FOR_MAILS_EVERY),
  ];
  return async () => {
    timers.forEach(clearInterval);
    ending.abort();
    while (running.size > 0) await Promise.all(running);
  };
};
