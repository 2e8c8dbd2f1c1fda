import { isDatabaseOutage } from "@backlot/adapters-postgres";
import { resumeOrders, runDueJobs } from "@backlot/application";
import * as Effect from "effect/Effect";
import type { Services } from "./composition.ts";

/** How often a process asks whether a job is due, in milliseconds. */
const LOOK_FOR_JOBS_EVERY = 10_000;

/** Runs the jobs that are due, until what it answers is called. */
export const startJobs = ({ ports }: Pick<Services, "ports">): (() => void) => {
  let busy = false;
  let interrupted = true;
  // What this store was in the middle of when it stopped, or when it lost its database, comes first, whatever its age.
  const work = Effect.suspend(() =>
    interrupted ? Effect.andThen(resumeOrders(ports)("all"), runDueJobs(ports)()) : runDueJobs(ports)(),
  );
  const tick = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    try {
      await Effect.runPromise(work);
      interrupted = false;
    } catch (error) {
      interrupted ||= isDatabaseOutage(error);
      console.error("jobs:", isDatabaseOutage(error) ? "the database is not reached" : error);
    }
    busy = false;
  };
  void tick();
  const timer = setInterval(() => void tick(), LOOK_FOR_JOBS_EVERY);
  return () => clearInterval(timer);
};
