import { Session } from "node:inspector/promises";
import { performance } from "node:perf_hooks";

/** The interval between checks for idleness, in milliseconds. */
const LOOK_MS = 3_000;
const IDLE_PART = 0.05;
/**
 * How long a process must be idle before a collection, in milliseconds. A store with few visitors has pauses of several
 * seconds, and the next visitor would have to wait for the collection.
 */
const QUIET_MS = 30_000;
/** The growth since the last collection that justifies another one, in bytes. */
const WORTH_BYTES = 16_000_000;

/** A snapshot of the process's load and memory. */
export interface Look {
  /** How long the process has been idle, in milliseconds. */
  readonly idleMs: number;
  /** The resident memory, in bytes. */
  readonly resident: number;
  /** The resident memory after the last collection, in bytes; 0 before the first. */
  readonly settled: number;
}

/** Returns how long a process has been idle, given its utilization since the last check, from 0 to 1. */
export const idleSince = (idleMs: number, utilization: number): number =>
  utilization < IDLE_PART ? idleMs + LOOK_MS : 0;

/**
 * Returns whether a process has been idle long enough and has grown enough to justify a collection, which takes a tenth
 * of a second.
 */
export const isWorthCollecting = ({ idleMs, resident, settled }: Look): boolean =>
  idleMs >= QUIET_MS && resident > settled + WORTH_BYTES;

/** Collects all garbage and returns the free memory to the operating system. */
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
 * Starts checking for idleness, and frees memory whenever the process is idle. V8 collects garbage only when memory
 * runs short, so a process would otherwise keep the memory of its busiest moment, several times what it needs.
 */
export const giveBackIdleMemory = (): void => {
  let settled = 0;
  let idleMs = 0;
  let before = performance.eventLoopUtilization();
  const look = async (): Promise<void> => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    idleMs = idleSince(idleMs, utilization);
    if (!isWorthCollecting({ idleMs, resident: process.memoryUsage.rss(), settled })) return;
    await collectGarbage();
    settled = process.memoryUsage.rss();
    before = performance.eventLoopUtilization();
  };
  setInterval(() => void look(), LOOK_MS).unref();
};
