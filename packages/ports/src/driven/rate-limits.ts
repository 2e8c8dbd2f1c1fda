import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";

/** A number of attempts within a number of seconds. A key's window starts with its first attempt. */
export interface RateLimit {
  readonly name: string;
  readonly attempts: number;
  readonly seconds: number;
}

/** Counts attempts across all processes of a store. */
export interface RateLimits {
  /** Takes one attempt of a key. Returns false if none is left. Concurrent calls never exceed the limit. (DSC-02) */
  readonly take: (limit: RateLimit, key: string) => Effect.Effect<boolean>;
  /** Returns an attempt that should not count. */
  readonly giveBack: (limit: RateLimit, key: string) => Effect.Effect<void>;
  /** Resets a key to its full number of attempts. */
  readonly clear: (limit: RateLimit, key: string) => Effect.Effect<void>;
  /** Deletes counts of expired windows. */
  readonly removeEnded: () => Effect.Effect<void>;
}

/** The rate limiter. */
export const RateLimits = Context.Service<RateLimits>("backlot/RateLimits");
