import { LOWEST_LICENCE, type LicenceId, highestLicence, licenceId, licenceNamed } from "../licensing/licence.ts";

/** The licence that a pricing page of its own is about. */
const LICENCE_OF_PATH: Readonly<Record<string, LicenceId>> = {
  "/pricing/studio": licenceId(2),
  "/pricing/enterprise": licenceId(3),
};

/**
 * The licence whose plans a pricing page shows: the one that its address names, else the one that its path is about.
 * Never below the minimum. (PLN-05, LIC-11)
 */
export const licenceOfPricingPage = (
  asked: { readonly pathname: string; readonly license_id: string | null },
  minimum: LicenceId,
): LicenceId =>
  highestLicence([minimum, licenceNamed(asked.license_id) ?? LICENCE_OF_PATH[asked.pathname] ?? LOWEST_LICENCE]);
