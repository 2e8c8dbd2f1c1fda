import { type LicenseId, highestLicense, isBelowMinimum } from "../licensing/license.ts";
import { type PlanOffer, isAvailableFor } from "./plan.ts";

/**
 * Returns the license to buy a plan under: the chosen one, or else the highest of the customer's minimum license, their
 * current license, and the lowest license that the plan is sold under. The result can be above the plan's licenses.
 * `offer` is null for an unknown plan.
 */
export const licenseForPlan = (
  offer: Pick<PlanOffer, "license_from"> | null,
  licenses: {
    readonly minimum: LicenseId;
    readonly current?: LicenseId | null;
    readonly chosen?: LicenseId | undefined;
  },
): LicenseId => licenses.chosen ?? highestLicense([licenses.minimum, licenses.current, offer?.license_from]);

/** Returns why a plan can't be bought under a license, or null if it can. */
export const planPurchaseError = (
  offer: PlanOffer,
  license: LicenseId,
  minimum: LicenseId,
): "below_minimum_license" | "plan_unavailable" | null => {
  if (isBelowMinimum(license, minimum)) return "below_minimum_license";
  return isAvailableFor(offer, license) ? null : "plan_unavailable";
};
