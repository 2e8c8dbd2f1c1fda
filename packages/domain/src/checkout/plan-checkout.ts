import {
  type LicenseId,
  LOWEST_LICENSE,
  highestLicense,
  isBelowMinimum,
  isEnterprise,
  licenseId,
} from "../licensing/license.ts";
import { type PlanOffer, isAvailableFor } from "../plans/plan.ts";
import { type PricingPath, pricingPath } from "../plans/pricing-path.ts";
import { isSamePlan } from "../subscriptions/change-kind.ts";

/** Where the checkout of a plan sends somebody who can't buy it. (PLN-06) */
export type CheckoutRedirect = "/" | PricingPath;

/**
 * The plans that only Enterprise licenses buy, by their numbers: an unknown one of these leads to their page. (PLN-06)
 */
const ENTERPRISE_VARIANTS = { first: 134, last: 139 } as const;

/** The prices of a license. Who chose it in the checkout reads there that it does not sell the plan. (PLN-06) */
const pricingOf = (license: LicenseId, isChosen: boolean): PricingPath => {
  if (isChosen) return pricingPath(license, { plan: "unavailable" });
  return isEnterprise(license) ? pricingPath(license) : "/pricing";
};

/**
 * Where the checkout of a plan variant leads instead, null where it may go on. First what belongs to the customer: a
 * license below the minimum, and the plan they have, lead home. Then what is for sale: a variant that is not sold under
 * the license, or that can't be loaded, leads to the prices. (PLN-06)
 */
export const checkoutRedirect = (asked: {
  readonly variant_id: number;
  readonly license: LicenseId;
  /** Whether the license was chosen in this checkout. */
  readonly is_license_chosen: boolean;
  readonly minimum: LicenseId;
  readonly current: { readonly variant_id: number; readonly license_id: LicenseId } | null;
  readonly offer: "sold" | "not-under-this-license" | "not-loaded";
}): CheckoutRedirect | null => {
  if (isBelowMinimum(asked.license, asked.minimum)) return "/";
  const plan = { variant_id: asked.variant_id, license_id: asked.license };
  if (asked.current !== null && isSamePlan(asked.current, plan)) return "/";
  switch (asked.offer) {
    case "sold":
      return null;
    case "not-under-this-license":
      return pricingOf(asked.license, asked.is_license_chosen);
    case "not-loaded": {
      const forEnterprise =
        asked.variant_id >= ENTERPRISE_VARIANTS.first && asked.variant_id <= ENTERPRISE_VARIANTS.last;
      const license = forEnterprise ? highestLicense([licenseId(3), asked.license]) : LOWEST_LICENSE;
      return pricingOf(license, asked.is_license_chosen);
    }
  }
};

/**
 * The license that a plan is bought under: the chosen one, else the lowest that sells the plan and that is not below
 * what its buyer has. `offer` is null for a plan that does not exist. (LIC-03, CHG-03, PLN-06)
 */
export const licenseForPlan = (
  offer: Pick<PlanOffer, "licence_from"> | null,
  known: { readonly minimum: LicenseId; readonly current?: LicenseId | null; readonly chosen?: LicenseId | undefined },
): LicenseId => known.chosen ?? highestLicense([known.minimum, known.current, offer?.licence_from]);

/** Why a plan can't be bought under a license; null where it can. (LIC-03, PLN-06) */
export const planPurchaseError = (
  offer: PlanOffer,
  license: LicenseId,
  minimum: LicenseId,
): "below_minimum_licence" | "plan_unavailable" | null => {
  if (isBelowMinimum(license, minimum)) return "below_minimum_licence";
  return isAvailableFor(offer, license) ? null : "plan_unavailable";
};

/** A promo code and a number of credits that are asked for with a plan. */
export interface PlanOptions<P> {
  readonly promo: P | null;
  readonly add_on_credits: number | undefined;
}

/**
 * What of a promo code and an add-on is tried, in this order, until one can be priced: both, the code alone, the add-on
 * alone. Where none can, the plan is sold without them. (DSC-02, DSC-07)
 */
export const planOptionsToTry = <P>({ promo, add_on_credits }: PlanOptions<P>): readonly PlanOptions<P>[] => [
  { promo, add_on_credits },
  { promo, add_on_credits: undefined },
  { promo: null, add_on_credits },
];

/** Where the checkout of a plan stands: who buys, a team's member, under which license, a first plan, or another. */
export type PlanCheckoutStep = "account" | "member" | "license" | "new-plan" | "change";

/**
 * The step of a plan's checkout. A license that was chosen in this checkout counts as known, until something is paid
 * under it; who has no plan yet may choose again. (PLN-06, ACC-06, ACC-08)
 */
export const planCheckoutStep = (
  buyer: { readonly isMember: boolean; readonly isLicenseKnown: boolean; readonly hasPlan: boolean } | null,
  choice: "chosen" | "open" | null,
): PlanCheckoutStep => {
  if (buyer === null) return "account";
  if (buyer.isMember) return "member";
  const choosesAgain = choice === "open" && !buyer.hasPlan;
  const isLicenseMissing = !buyer.isLicenseKnown && choice !== "chosen";
  if (choosesAgain || isLicenseMissing) return "license";
  return buyer.hasPlan ? "change" : "new-plan";
};
