import {
  type Cents,
  type ExpectedOffer,
  type Offer,
  type Quote,
  isExpectedOffer,
  isExpectedTotal,
  message,
} from "@backlot/domain";
import { Conflict } from "@backlot/ports";
import * as Effect from "effect/Effect";

/** Fails if an offer differs from the one that the buyer saw; the error has the current offer. */
export const requireExpected = (expected: ExpectedOffer, now: Offer): Effect.Effect<void, Conflict> =>
  isExpectedOffer(expected, now)
    ? Effect.void
    : Effect.fail(new Conflict({ reason: "price_changed", message: message("offer_changed"), now }));

/** Fails if the total of a one-time purchase differs from the one that the buyer saw. Null skips the check. */
export const requireExpectedTotal = (expected: Cents | null, { total }: Quote): Effect.Effect<void, Conflict> =>
  isExpectedTotal(expected, total)
    ? Effect.void
    : Effect.fail(new Conflict({ reason: "price_changed", message: message("offer_changed") }));
