import { COST_LIMITS, COST_REFUSALS, type Cost } from "@backlot/domain";
import { type Caller, type RateLimit, RateLimits, TooManyAttempts } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { addressOf } from "./caller.ts";
import { Settings } from "./settings.ts";

const KIND = { SignedIn: "accounts", Anonymous: "visitors", Support: "staff" } as const;

/** Counts one costly call; fails if the caller has reached the limit. */
export const takeCost = Effect.fnUntraced(function* (cost: Cost, caller: Caller) {
  const { limit, of, network } = COST_LIMITS[cost];
  if (of !== undefined && of !== KIND[caller._tag]) return;
  const { limits } = yield* Settings;
  const { take } = yield* RateLimits;
  const address = addressOf(caller);
  const who = caller._tag === "SignedIn" ? caller.person.id : address;
  const refused = ({ seconds }: RateLimit) =>
    new TooManyAttempts({ message: COST_REFUSALS[cost], retry_after: seconds });
  if (!(yield* take(limits[limit], who))) return yield* refused(limits[limit]);
  if (network !== undefined && !(yield* take(limits[network], address))) return yield* refused(limits[network]);
});
