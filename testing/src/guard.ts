import { vi } from "vitest";
import { GUARD_MS } from "./guard-times.ts";

export { GUARD_MS } from "./guard-times.ts";

/** Calls `read` until it returns without throwing, and resolves with what it returned. */
export const until = <A>(read: () => A | Promise<A>): Promise<A> =>
  vi.waitFor(read, { timeout: GUARD_MS, interval: 20 });
