import { message } from "@backlot/domain";
import { type RateLimit, TooManyAttempts } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { StorePorts } from "./store-ports.ts";

/** Takes one try of a limit for somebody; refused where none is left. (ACC-03, DSC-02, LIC-13, NWS-01) */
export const takeTry = (
  { rateLimits }: Pick<StorePorts, "rateLimits">,
  limit: RateLimit,
  who: string,
): Effect.Effect<void, TooManyAttempts> =>
  Effect.flatMap(rateLimits.take(limit, who), (left) =>
    left ? Effect.void : Effect.fail(new TooManyAttempts({ message: message("too_many_attempts") })),
  );
