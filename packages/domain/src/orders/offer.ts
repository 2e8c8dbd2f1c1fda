import type { Cents } from "../kernel/money.ts";
import type { OfferKind } from "./offer.schema.ts";
import type { Order } from "./order.ts";

export type { OfferKind } from "./offer.schema.ts";

/** What a buyer is offered: what it is, and what it costs today, in cents. */
export interface Offer {
  readonly kind: OfferKind;
  readonly total: Cents;
}

/** What a buyer was shown and agrees to; what is not said is not held against the offer. Total in cents. */
export interface ExpectedOffer {
  readonly expected_kind?: OfferKind | undefined;
  readonly expected_total?: Cents | undefined;
}

/** What the order of a plan offers: an older one may be at another price than its buyer sees now. */
export const offerOf = ({ items, quote }: Pick<Order, "items" | "quote">): Offer => ({
  kind: items[0].kind === "plan-change" ? "upgrade" : "new-plan",
  total: quote.total,
});

/** Whether an amount is the one that a buyer saw, in cents; what they do not say is not held against it. (CHK-06) */
export const isExpectedTotal = (expected: Cents | null | undefined, total: Cents): boolean =>
  (expected ?? total) === total;

/** Whether an offer is the one that its buyer saw. (CHK-06) */
export const isExpectedOffer = (expected: ExpectedOffer, now: Offer): boolean =>
  (expected.expected_kind ?? now.kind) === now.kind && isExpectedTotal(expected.expected_total, now.total);
