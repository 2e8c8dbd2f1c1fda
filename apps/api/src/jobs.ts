import { hastenOutbox, resumeOrders, runDueJobs, type StoreServices } from "@backlot/application";
import { Transactions } from "@backlot/ports";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import type { Services } from "./composition.ts";

/** The interval between checks for due jobs, in milliseconds. */
const LOOK_FOR_JOBS_EVERY = 10_000;
/** The interval between checks for unsent emails, in milliseconds. Short, because customers wait for some of them. */
const LOOK_FOR_MAILS_EVERY = 1_000;

/**
 * Runs due jobs until the returned function is called. That function interrupts running jobs, which resume at the next
 * start, and resolves once none of them uses the database.
 */
export const startJobs = ({ context }: Pick<Services, "context">): (() => Promise<void>) => {
  const ending = new AbortController();
  const { isOutage } = Context.get(context, Transactions);
  const run = <A, E>(work: Effect.Effect<A, E, StoreServices>): Promise<A> =>
    Effect.runPromiseWith(context)(work, { signal: ending.signal });
  let busy = false;
  let interrupted = true;
  // After a start or a database outage, first resume all interrupted orders, however old.
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
      const { waiting, isNew } = await run(hastenOutbox(tried));
      tried = waiting;
      if (isNew) await tick();
    } catch (error) {
      if (ending.signal.aborted) return;
      // The jobs already log outages, and less often.
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
