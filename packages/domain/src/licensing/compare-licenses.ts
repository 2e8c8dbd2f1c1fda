import { type LicenseId, typeOfLicense } from "./license.ts";

/** Returns who a license is for. */
export const licenseUser = (id: LicenseId): string =>
  typeOfLicense(id) === 1 ? "One person" : "A company, a team, or a person with a higher income";

/** Returns a price factor in words: "List price" or "3× list price". */
export const timesText = (factor: number): string => (factor === 1 ? "List price" : `${factor}× list price`);
