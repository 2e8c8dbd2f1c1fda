import type { Interval } from "../kernel/calendar.ts";
import {
  LOWEST_LICENSE,
  type LicenseId,
  highestLicense,
  isEnterprise,
  licenseId,
  licenseNamed,
} from "../licensing/license.ts";

/** The pricing pages: the general one, and one per license type. */
export type PricingPage = "/pricing" | "/pricing/individual" | "/pricing/studio" | "/pricing/enterprise";

/** Why a plan isn't sold: under the license of the page, or at all. */
export type UnsoldPlan = "unavailable" | "retired";

/** The path of a pricing page, with its query. */
export type PricingPath = PricingPage | `${PricingPage}?${string}`;

/** The default licenses of pricing pages that don't start at the lowest license. */
const LICENSE_OF_PAGE: Readonly<Record<string, LicenseId>> = {
  "/pricing/studio": licenseId(2),
  "/pricing/enterprise": licenseId(3),
};

/** Parses why a plan isn't sold from a URL. Returns null for anything else. */
export const unsoldPlanNamed = (text: string | null): UnsoldPlan | null =>
  text === "unavailable" || text === "retired" ? text : null;

/** Returns the path of a license's plans, optionally for an interval or with a notice that a plan isn't sold. */
export const pricingPath = (
  license: LicenseId,
  shown: { readonly interval?: Interval; readonly plan?: UnsoldPlan } = {},
): PricingPath => {
  const page = isEnterprise(license)
    ? "/pricing/enterprise"
    : license === 2
      ? "/pricing/studio"
      : "/pricing/individual";
  const query = new URLSearchParams({
    // All Enterprise licenses share one page.
    ...(isEnterprise(license) ? { license_id: String(license) } : {}),
    ...shown,
  }).toString();
  return query === "" ? page : `${page}?${query}`;
};

/**
 * Returns the license whose plans a pricing page shows: the license in the query, or else the page's default, but never
 * below the minimum. (PLN-05, LIC-11)
 */
export const licenseOfPricingPage = (
  page: { readonly pathname: string; readonly license_id: string | null },
  minimum: LicenseId,
): LicenseId =>
  highestLicense([minimum, licenseNamed(page.license_id) ?? LICENSE_OF_PAGE[page.pathname] ?? LOWEST_LICENSE]);
