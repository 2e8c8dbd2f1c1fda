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

/** Refuses an offer that is not the one its buyer saw, and says what it is now. (CHK-06) */
export const requireExpected = (expected: ExpectedOffer, now: Offer): Effect.Effect<void, Conflict> =>
  isExpectedOffer(expected, now)
    ? Effect.void
    : Effect.fail(new Conflict({ reason: "price_changed", message: message("offer_changed"), now }));

/** Refuses a one-time purchase that costs another amount than its buyer saw, where they say what that was. (CHK-06) */
export const requireExpectedTotal = (expected: Cents | null, { total }: Quote): Effect.Effect<void, Conflict> =>
  isExpectedTotal(expected, total)
    ? Effect.void
    : Effect.fail(new Conflict({ reason: "price_changed", message: message("offer_changed") }));
