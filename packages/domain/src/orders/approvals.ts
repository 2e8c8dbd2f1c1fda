/**
 * The progress of a purchase's approvals at a provider. A plan with an add-on needs two if the provider doesn't accept
 * add-ons with a plan; the buyer starts them one by one.
 */
export interface Approvals {
  readonly subscription: "waiting" | "started";
  readonly addOn: "none" | "waiting" | "started";
}

/** Returns the approvals that a new purchase needs, with none started. */
export const newApprovals = (hasAddOn: boolean): Approvals => ({
  subscription: "waiting",
  addOn: hasAddOn ? "waiting" : "none",
});

/** Marks an approval as started. Safe to repeat. Does nothing if the purchase doesn't need that approval. */
export const startApproval = (flows: Approvals, which: "subscription" | "addOn"): Approvals =>
  flows[which] === "none" ? flows : { ...flows, [which]: "started" };

/**
 * Returns the buyer's next step: to the provider ("redirect"), or home once everything is started. A purchase with an
 * add-on offers both approvals in a dialog ("choose-flow").
 */
export const afterApprovals = (flows: Approvals): "redirect" | "choose-flow" | "home" => {
  if (flows.addOn === "none") return flows.subscription === "waiting" ? "redirect" : "home";
  return flows.subscription === "started" && flows.addOn === "started" ? "home" : "choose-flow";
};
