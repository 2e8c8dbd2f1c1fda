import { type Cents, type ChangeKind, message } from "@backlot/domain";
import { Conflict } from "@backlot/ports";
import * as Effect from "effect/Effect";

/** What a buyer was shown and agrees to; what is not said is not held against the offer. Total in cents. */
export interface Expected {
  readonly expected_kind?: OfferKind | undefined;
  readonly expected_total?: Cents | undefined;
}

/** What an offer is: a new plan, or a change of the running one. */
export type OfferKind = "new-plan" | ChangeKind;

/** Whether an offer is the one that its buyer saw. */
export const isExpected = (expected: Expected, now: { readonly kind: OfferKind; readonly total: Cents }): boolean =>
  (expected.expected_kind ?? now.kind) === now.kind && (expected.expected_total ?? now.total) === now.total;

/** Refuses an offer that is not the one its buyer saw, and says what it is now. Nothing has changed then. (CHK-06) */
export const requireExpected = (
  expected: Expected,
  now: { readonly kind: OfferKind; readonly total: Cents },
): Effect.Effect<void, Conflict> =>
  isExpected(expected, now)
    ? Effect.void
    : Effect.fail(new Conflict({ reason: "price_changed", message: message("offer_changed"), now }));
