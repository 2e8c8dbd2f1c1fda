import { resumeOrders, runDueJobs } from "@backlot/application";
import * as Effect from "effect/Effect";
import type { Services } from "./composition.ts";

/** How often a process asks whether a job is due, in milliseconds. */
const LOOK_FOR_JOBS_EVERY = 10_000;

/** Runs the jobs that are due, until what it answers is called. */
export const startJobs = ({ ports }: Pick<Services, "ports">): (() => void) => {
  let busy = false;
  const doing = async (work: Effect.Effect<unknown>): Promise<void> => {
    if (busy) return;
    busy = true;
    await Effect.runPromise(work).catch((error: unknown) => console.error("jobs:", error));
    busy = false;
  };
  // What this store was in the middle of when it last stopped comes first, whatever its age.
  void doing(resumeOrders(ports)("all"));
  const timer = setInterval(() => void doing(runDueJobs(ports)()), LOOK_FOR_JOBS_EVERY);
  return () => clearInterval(timer);
};
