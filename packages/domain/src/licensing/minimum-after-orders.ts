import { type LicenseId, raiseMinimumLicense } from "./license.ts";

/**
 * Returns the account's minimum license after these orders: the highest of `minimum` and the licenses of the paid
 * orders. Null if there is none.
 */
export const minimumAfterOrders = (
  minimum: LicenseId | null,
  orders: readonly { readonly license_id: LicenseId; readonly status: { readonly _tag: string } }[],
): LicenseId | null =>
  orders
    .filter(({ status }) => status._tag === "paid")
    .reduce<LicenseId | null>((least, { license_id }) => raiseMinimumLicense(least, license_id), minimum);
