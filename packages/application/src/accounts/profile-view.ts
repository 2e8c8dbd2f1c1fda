import { typeOfLicense, type LicenseeProfile } from "@backlot/domain";
import type { StoredProfile } from "@backlot/ports";

/** Returns a stored licensee profile in its wire format. */
export const profileView = (profile: StoredProfile): LicenseeProfile => ({
  ...profile,
  license_type: { id: typeOfLicense(profile.license_id) },
});
