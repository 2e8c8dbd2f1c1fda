import type { Instant } from "@backlot/domain";

/** What time it is. The only source of it. */
export interface Clock {
  readonly now: () => Instant;
}
