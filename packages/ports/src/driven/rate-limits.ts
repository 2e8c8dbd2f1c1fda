import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";

/** How often something may be tried. The window of a key starts with its first attempt. */
export interface RateLimit {
  readonly name: string;
  readonly attempts: number;
  readonly seconds: number;
}

/** Counts attempts, for all processes of a store together. */
export interface RateLimits {
  /** Takes one attempt of a key; false where none was left. However many ask at once, no more are given. (DSC-02) */
  readonly take: (limit: RateLimit, key: string) => Effect.Effect<boolean>;
  /** Gives back an attempt that was taken for nothing. */
  readonly giveBack: (limit: RateLimit, key: string) => Effect.Effect<void>;
  /** Gives back every attempt of a key. */
  readonly clear: (limit: RateLimit, key: string) => Effect.Effect<void>;
  /** Forgets what no window counts any more. */
  readonly removeEnded: () => Effect.Effect<void>;
}

/** The rate limiter. */
export const RateLimits = Context.Service<RateLimits>("backlot/RateLimits");
