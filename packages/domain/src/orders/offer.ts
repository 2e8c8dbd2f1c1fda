import type { Cents } from "../kernel/money.ts";
import type { OfferKind } from "./offer.schema.ts";
import type { Order } from "./order.ts";

export type { OfferKind } from "./offer.schema.ts";

/** An offer to a plan's buyer: a new plan or the kind of change, and the total due today, in cents. */
export interface Offer {
  readonly kind: OfferKind;
  readonly total: Cents;
}

/** The offer that the buyer saw and agreed to. Omitted fields are not checked. Total in cents. */
export interface ExpectedOffer {
  readonly expected_kind?: OfferKind | undefined;
  readonly expected_total?: Cents | undefined;
}

/**
 * Returns the offer that a plan order was placed for. An older order's price can differ from the one that the buyer
 * sees now.
 */
export const offerOf = ({ items, quote }: Pick<Order, "items" | "quote">): Offer => ({
  kind: items[0].kind === "plan-change" ? "upgrade" : "new-plan",
  total: quote.total,
});

/** Returns whether a total in cents equals the one that the buyer saw. Without an expected total, always true. */
export const isExpectedTotal = (expected: Cents | null | undefined, total: Cents): boolean =>
  (expected ?? total) === total;

/** Returns whether an offer matches the one that the buyer saw. */
export const isExpectedOffer = (expected: ExpectedOffer, now: Offer): boolean =>
  (expected.expected_kind ?? now.kind) === now.kind && isExpectedTotal(expected.expected_total, now.total);
