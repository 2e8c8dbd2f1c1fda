import * as Context from "effect/Context";
import type { Instant } from "@backlot/domain";

/** The only source of the current time. */
export interface Clock {
  readonly now: () => Instant;
}

export const Clock = Context.Service<Clock>("backlot/Clock");

export const currentTime = Clock.useSync(({ now }) => now());
