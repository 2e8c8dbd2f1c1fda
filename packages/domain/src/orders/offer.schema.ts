import * as Schema from "effect/Schema";

/** What an offer is: a new plan, or a change of the running one. (CHK-06) */
export const OfferKind = Schema.Literals(["new-plan", "no-change", "upgrade", "downgrade"]);
export type OfferKind = typeof OfferKind.Type;
