import * as Context from "effect/Context";
import type { Instant } from "@backlot/domain";

/** What time it is. The only source of it. */
export interface Clock {
  readonly now: () => Instant;
}

/** The store's clock. */
export const Clock = Context.Service<Clock>("backlot/Clock");
