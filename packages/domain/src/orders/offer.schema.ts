import * as Schema from "effect/Schema";

/** The kind of an offer: a new plan, or a change of the current plan. */
export const OfferKind = Schema.Literals(["new-plan", "no-change", "upgrade", "downgrade"]);
export type OfferKind = typeof OfferKind.Type;
