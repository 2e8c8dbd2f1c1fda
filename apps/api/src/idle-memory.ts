import { Session } from "node:inspector/promises";
import { performance } from "node:perf_hooks";

/** How often a process looks whether it is idle, in milliseconds. */
const LOOK_MS = 3_000;
/** What part of the time an idle process works at most. */
const IDLE_PART = 0.05;
/** How much more than after the last collection is worth another one, in bytes. */
const WORTH_BYTES = 16_000_000;

/** What is known of a process when it looks. */
export interface Look {
  /** What part of the time since the last look it worked. */
  readonly utilization: number;
  /** What it has in memory, in bytes. */
  readonly resident: number;
  /** What it had after the last collection; 0 before the first. */
  readonly settled: number;
}

/** Whether a process has nothing to do and holds enough to make a collection worth its tenth of a second. */
export const isWorthCollecting = ({ utilization, resident, settled }: Look): boolean =>
  utilization < IDLE_PART && resident > settled + WORTH_BYTES;

/** Collects all garbage of the process, and gives what is free then back to the system. */
export const collectGarbage = async (): Promise<void> => {
  const session = new Session();
  session.connect();
  try {
    await session.post("HeapProfiler.collectGarbage");
  } finally {
    session.disconnect();
  }
};

/**
 * Gives memory back once the process is idle. V8 collects when it runs short, and keeps what it had at the busiest
 * moment: on a machine with much memory several times what the store needs.
 */
export const giveBackIdleMemory = (): void => {
  let settled = 0;
  let before = performance.eventLoopUtilization();
  const look = async (): Promise<void> => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    if (!isWorthCollecting({ utilization, resident: process.memoryUsage.rss(), settled })) return;
    await collectGarbage();
    settled = process.memoryUsage.rss();
    before = performance.eventLoopUtilization();
  };
  setInterval(() => void look(), LOOK_MS).unref();
};
