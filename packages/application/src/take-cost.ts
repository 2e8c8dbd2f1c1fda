import { COST_REFUSALS, type Cost } from "@backlot/domain";
import { type Caller, type RateLimit, RateLimits, TooManyAttempts } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { addressOf } from "./caller.ts";
import { Settings, type StoreSettings } from "./settings.ts";

/** The limits on one kind of cost. */
interface CostLimits {
  /** The limit per account, or per network address for guests. */
  readonly own: RateLimit;
  /** Whose calls cost something; by default, everyone's. */
  readonly of?: Caller["_tag"];
  /** The limit per network address, for all of its callers together. */
  readonly network: RateLimit | null;
}

const LIMITS: Readonly<Record<Cost, (limits: StoreSettings["limits"]) => CostLimits>> = {
  payment: ({ payments, networkPayments }) => ({ own: payments, network: networkPayments }),
  // A visitor's quote asks for no card or balance, and an account has one cart.
  inquiry: ({ inquiries }) => ({ own: inquiries, of: "SignedIn", network: null }),
  cart: ({ carts }) => ({ own: carts, of: "Anonymous", network: null }),
  document: ({ documents }) => ({ own: documents, network: null }),
  download: ({ downloads }) => ({ own: downloads, network: null }),
  invitation: ({ invitations }) => ({ own: invitations, network: null }),
};

/** Counts one call that costs the store something beyond its own work; fails if the caller has none left. */
export const takeCost = (cost: Cost, caller: Caller) =>
  Effect.gen(function* () {
    const { own, of = caller._tag, network } = LIMITS[cost]((yield* Settings).limits);
    if (of !== caller._tag) return;
    const { take } = yield* RateLimits;
    const address = addressOf(caller);
    const who = caller._tag === "SignedIn" ? caller.person.id : address;
    const refused = (limit: RateLimit) =>
      new TooManyAttempts({ message: COST_REFUSALS[cost], retry_after: limit.seconds });
    if (!(yield* take(own, who))) return yield* refused(own);
    if (network !== null && !(yield* take(network, address))) return yield* refused(network);
  });
