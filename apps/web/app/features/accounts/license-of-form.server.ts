import { type LicenseId, isEnterprise, licenseNamed } from "@backlot/domain/licensing/license";
import { formString } from "#app/server/store.server.ts";

/** Returns the license that a form names, or null. Without scripts, the Enterprise range is a separate field. */
export const licenseOfForm = (form: FormData): LicenseId | null => {
  const license = licenseNamed(formString(form, "license_id"));
  if (license === null || !isEnterprise(license)) return license;
  const range = licenseNamed(formString(form, "enterprise_license_id"));
  return range !== null && isEnterprise(range) ? range : license;
};
