import { hastenNotices, resumeOrders, runDueJobs, type StoreServices } from "@backlot/application";
import { Transactions } from "@backlot/ports";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import type { Services } from "./composition.ts";

/** How often a process asks whether a job is due, in milliseconds. */
const LOOK_FOR_JOBS_EVERY = 10_000;
/** How often it asks whether a mail waits, in milliseconds: somebody sits before their inbox. */
const LOOK_FOR_MAILS_EVERY = 1_000;

/**
 * Runs the jobs that are due, until what it answers is called. That breaks off what runs, which the next start goes on
 * with, and resolves once nothing of it asks the database any more.
 */
export const startJobs = ({ context }: Pick<Services, "context">): (() => Promise<void>) => {
  const ending = new AbortController();
  const { isOutage } = Context.get(context, Transactions);
  const run = <A, E>(work: Effect.Effect<A, E, StoreServices>): Promise<A> =>
    Effect.runPromiseWith(context)(work, { signal: ending.signal });
  let busy = false;
  let interrupted = true;
  // What this store was in the middle of when it stopped, or when it lost its database, comes first, whatever its age.
  const work = Effect.suspend(() => (interrupted ? Effect.andThen(resumeOrders("all"), runDueJobs) : runDueJobs));
  const tick = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    try {
      await run(work);
      interrupted = false;
    } catch (error) {
      if (ending.signal.aborted) return;
      interrupted ||= isOutage(error);
      console.error("jobs:", isOutage(error) ? "the database is not reached" : error);
    }
    busy = false;
  };
  let tried: ReadonlySet<string> = new Set();
  const lookForMails = async (): Promise<void> => {
    if (busy) return;
    try {
      const { waiting, isNew } = await run(hastenNotices(tried));
      tried = waiting;
      if (isNew) await tick();
    } catch (error) {
      if (ending.signal.aborted) return;
      // The jobs say so, and less often.
      if (!isOutage(error)) console.error("mails:", error);
    }
  };
  const running = new Set<Promise<void>>();
  const start = (look: () => Promise<void>): void => {
    const done = look().finally(() => running.delete(done));
    running.add(done);
  };
  start(tick);
  const timers = [
    setInterval(start, LOOK_FOR_JOBS_EVERY, tick),
    setInterval(start, LOOK_FOR_MAILS_EVERY, lookForMails),
  ];
  return async () => {
    timers.forEach(clearInterval);
    ending.abort();
    await Promise.all(running);
  };
};
