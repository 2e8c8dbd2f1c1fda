import type { Interval } from "../kernel/calendar.ts";
import {
  LOWEST_LICENCE,
  type LicenceId,
  highestLicence,
  isEnterprise,
  licenceId,
  licenceNamed,
} from "../licensing/licence.ts";

/** The pages of prices: everybody's, and one for each type of licence. */
export type PricingPage = "/pricing" | "/pricing/individual" | "/pricing/studio" | "/pricing/enterprise";

/** An address of the prices. */
export type PricingPath = PricingPage | `${PricingPage}?${string}`;

/** The licence that a pricing page of its own is about. */
const LICENCE_OF_PAGE: Readonly<Record<string, LicenceId>> = {
  "/pricing/studio": licenceId(2),
  "/pricing/enterprise": licenceId(3),
};

/** Where the plans of a licence are shown, on an interval, or to somebody whose plan is not sold under it. (PLN-05) */
export const pricingPath = (
  licence: LicenceId,
  shown: { readonly interval?: Interval; readonly plan?: "unavailable" } = {},
): PricingPath => {
  const page = isEnterprise(licence)
    ? "/pricing/enterprise"
    : licence === 2
      ? "/pricing/studio"
      : "/pricing/individual";
  const query = new URLSearchParams({
    // Three licences share a page.
    ...(isEnterprise(licence) ? { license_id: String(licence) } : {}),
    ...shown,
  }).toString();
  return query === "" ? page : `${page}?${query}`;
};

/**
 * The licence whose plans a pricing page shows: the one that its address names, else the one that its path is about.
 * Never below the minimum. (PLN-05, LIC-11)
 */
export const licenceOfPricingPage = (
  asked: { readonly pathname: string; readonly license_id: string | null },
  minimum: LicenceId,
): LicenceId =>
  highestLicence([minimum, licenceNamed(asked.license_id) ?? LICENCE_OF_PAGE[asked.pathname] ?? LOWEST_LICENCE]);
