import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";

/** The maximum number of attempts per key within a number of seconds, counted from the key's first attempt. */
export interface RateLimit {
  readonly name: string;
  readonly attempts: number;
  readonly seconds: number;
}

/** Counts attempts across all of a store's processes. */
export interface RateLimits {
  /** Counts one attempt for a key. Returns false if none are left. Concurrent calls can't exceed the limit. (DSC-02) */
  readonly take: (limit: RateLimit, key: string) => Effect.Effect<boolean>;
  /** Returns whether a key has no attempts left. Doesn't count an attempt. */
  readonly isUsedUp: (limit: RateLimit, key: string) => Effect.Effect<boolean>;
  /** Restores one of a key's attempts, for an attempt that should not count. */
  readonly giveBack: (limit: RateLimit, key: string) => Effect.Effect<void>;
  /** Resets a key to its full number of attempts. */
  readonly clear: (limit: RateLimit, key: string) => Effect.Effect<void>;
  /** Deletes counts of expired windows. */
  readonly removeEnded: () => Effect.Effect<void>;
}

export const RateLimits = Context.Service<RateLimits>("backlot/RateLimits");
