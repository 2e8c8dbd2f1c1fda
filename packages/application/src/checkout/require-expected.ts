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

/** Fails if an offer differs from the one its buyer saw, and returns what it is now. (CHK-06) */
export const requireExpected = (expected: ExpectedOffer, now: Offer): Effect.Effect<void, Conflict> =>
  isExpectedOffer(expected, now)
    ? Effect.void
    : Effect.fail(new Conflict({ reason: "price_changed", message: message("offer_changed"), now }));

/** Fails if a one-time purchase costs another amount than its buyer saw, if the request says so. (CHK-06) */
export const requireExpectedTotal = (expected: Cents | null, { total }: Quote): Effect.Effect<void, Conflict> =>
  isExpectedTotal(expected, total)
    ? Effect.void
    : Effect.fail(new Conflict({ reason: "price_changed", message: message("offer_changed") }));
