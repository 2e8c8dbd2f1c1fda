import type { Interval } from "../kernel/calendar.ts";
import {
  LOWEST_LICENSE,
  type LicenseId,
  highestLicense,
  isEnterprise,
  licenseId,
  licenseNamed,
} from "../licensing/license.ts";

/** The pages of prices: everybody's, and one for each type of license. */
export type PricingPage = "/pricing" | "/pricing/individual" | "/pricing/studio" | "/pricing/enterprise";

/** An address of the prices. */
export type PricingPath = PricingPage | `${PricingPage}?${string}`;

/** The license that a pricing page of its own is about. */
const LICENSE_OF_PAGE: Readonly<Record<string, LicenseId>> = {
  "/pricing/studio": licenseId(2),
  "/pricing/enterprise": licenseId(3),
};

/** Where the plans of a license are shown, on an interval, or to somebody whose plan is not sold under it. (PLN-05) */
export const pricingPath = (
  license: LicenseId,
  shown: { readonly interval?: Interval; readonly plan?: "unavailable" } = {},
): PricingPath => {
  const page = isEnterprise(license)
    ? "/pricing/enterprise"
    : license === 2
      ? "/pricing/studio"
      : "/pricing/individual";
  const query = new URLSearchParams({
    // Three licenses share a page.
    ...(isEnterprise(license) ? { license_id: String(license) } : {}),
    ...shown,
  }).toString();
  return query === "" ? page : `${page}?${query}`;
};

/**
 * The license whose plans a pricing page shows: the one that its address names, else the one that its path is about.
 * Never below the minimum. (PLN-05, LIC-11)
 */
export const licenseOfPricingPage = (
  asked: { readonly pathname: string; readonly license_id: string | null },
  minimum: LicenseId,
): LicenseId =>
  highestLicense([minimum, licenseNamed(asked.license_id) ?? LICENSE_OF_PAGE[asked.pathname] ?? LOWEST_LICENSE]);
