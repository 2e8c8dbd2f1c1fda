import { message } from "@backlot/domain";
import { type RateLimit, RateLimits, TooManyAttempts } from "@backlot/ports";
import * as Effect from "effect/Effect";

/** Returns the error for an attempt beyond a rate limit. */
export const tooManyAttempts = ({ seconds }: RateLimit): TooManyAttempts =>
  new TooManyAttempts({ message: message("too_many_attempts"), retry_after: seconds });

/** Counts one attempt by `who` toward a rate limit; fails if none are left. */
export const takeTry = (limit: RateLimit, who: string) =>
  Effect.flatMap(
    RateLimits.use(({ take }) => take(limit, who)),
    (isWithinLimit) => (isWithinLimit ? Effect.void : Effect.fail(tooManyAttempts(limit))),
  );
