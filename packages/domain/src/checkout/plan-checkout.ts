import {
  type LicenseId,
  LOWEST_LICENSE,
  highestLicense,
  isBelowMinimum,
  isEnterprise,
  licenseId,
} from "../licensing/license.ts";
import type { PlanSale } from "../plans/plan.ts";
import { type PricingPath, pricingPath } from "../plans/pricing-path.ts";
import { isSamePlan } from "../subscriptions/change-kind.ts";

/** The page that a checkout redirects to if the plan can't be bought. */
export type CheckoutRedirect = "/" | PricingPath;

/**
 * The range of plan variant ids that only Enterprise licenses can buy. An unknown id in this range redirects to the
 * Enterprise prices.
 */
const ENTERPRISE_VARIANTS = { first: 134, last: 139 } as const;

/**
 * Returns the pricing page to redirect to. If the buyer chose the license in this checkout, that is the license's page,
 * with a notice that the plan is not available. Otherwise it is the Enterprise page or the general one.
 */
const pricingOf = (license: LicenseId, isChosen: boolean): PricingPath => {
  if (isChosen) return pricingPath(license, { plan: "unavailable" });
  return isEnterprise(license) ? pricingPath(license) : "/pricing";
};

/**
 * Returns the page that a plan's checkout redirects to, or null to continue. Redirects home if the license is below the
 * minimum or the customer already has the plan, and to the pricing page if the variant is unknown ("not-loaded") or not
 * sold. The order of these checks matters. (PLN-06)
 */
export const checkoutRedirect = (checkout: {
  readonly variant_id: number;
  readonly license: LicenseId;
  readonly is_license_chosen: boolean;
  readonly minimum: LicenseId;
  readonly current: { readonly variant_id: number; readonly license_id: LicenseId } | null;
  readonly offer: PlanSale | "not-loaded";
}): CheckoutRedirect | null => {
  if (isBelowMinimum(checkout.license, checkout.minimum)) return "/";
  const plan = { variant_id: checkout.variant_id, license_id: checkout.license };
  if (checkout.current !== null && isSamePlan(checkout.current, plan)) return "/";
  switch (checkout.offer) {
    case "sold":
      return null;
    case "retired":
      return pricingPath(checkout.license, { plan: "retired" });
    case "not-under-this-license":
      return pricingOf(checkout.license, checkout.is_license_chosen);
    case "not-loaded": {
      const forEnterprise =
        checkout.variant_id >= ENTERPRISE_VARIANTS.first && checkout.variant_id <= ENTERPRISE_VARIANTS.last;
      const license = forEnterprise ? highestLicense([licenseId(3), checkout.license]) : LOWEST_LICENSE;
      return pricingOf(license, checkout.is_license_chosen);
    }
  }
};

/** The promo code and the number of add-on credits requested with a plan. Null and undefined mean none. */
export interface PlanOptions<P> {
  readonly promo: P | null;
  readonly add_on_credits: number | undefined;
}

/**
 * Returns the combinations of options to price, in order, until one succeeds: both, the promo code only, the add-on
 * only. If all fail, the plan is sold without options.
 */
export const planOptionsToTry = <P>({ promo, add_on_credits }: PlanOptions<P>): readonly PlanOptions<P>[] => [
  { promo, add_on_credits },
  { promo, add_on_credits: undefined },
  { promo: null, add_on_credits },
];

/** A step of the plan checkout. "member" blocks a team member, whose team owner pays. */
export type PlanCheckoutStep = "account" | "member" | "license" | "new-plan" | "change";

/**
 * Returns the step of a plan's checkout. `buyer` is null for a visitor. `choice` is "chosen" once the buyer has chosen
 * a license in this checkout, "open" if they want to choose again, or null if neither. A chosen license counts as known
 * even before anything is paid under it. Only a buyer without a plan can choose again.
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
