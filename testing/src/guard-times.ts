import { CIRCLE } from "./circle.ts";

/**
 * How long anything may take before a test gives up, in milliseconds. It guards against hanging and measures nothing,
 * so it is much longer than a busy machine needs. TEST_GUARD_SECONDS shortens it while you write a test.
 */
export const GUARD_MS = Number(process.env.TEST_GUARD_SECONDS ?? 300) * 1_000;

/**
 * How long a whole test or hook may take: several waits, so that the one that hangs is reported first. At full scale, a
 * test may run for hours.
 */
export const TEST_GUARD_MS = (CIRCLE === "full" ? 40 : 3) * GUARD_MS;
