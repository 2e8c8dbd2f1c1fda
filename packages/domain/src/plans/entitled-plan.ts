/** The kind of plan that someone's downloads depend on. "none" is for visitors. */
export type EntitledPlan = "none" | "free" | "paid";

/**
 * Returns the plan that determines what someone can download: "none" for a visitor, "free" without a paid subscription.
 * (DWN-04)
 */
export const entitledPlan = (account: {
  readonly signedIn: boolean;
  readonly paidSubscription: boolean;
}): EntitledPlan => (account.signedIn ? (account.paidSubscription ? "paid" : "free") : "none");
