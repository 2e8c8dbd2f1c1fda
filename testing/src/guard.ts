import { vi } from "vitest";
import { GUARD_MS } from "./guard-times.ts";

export { GUARD_MS } from "./guard-times.ts";

/**
 * Calls `read` until it returns without throwing, and resolves with what it returned. Waits `interval`
 * milliseconds between calls: longer for a provider that limits how often it is asked.
 */
export const until = <A>(read: () => A | Promise<A>, interval = 20): Promise<A> =>
  vi.waitFor(read, { timeout: GUARD_MS, interval });
