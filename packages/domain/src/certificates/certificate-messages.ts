import { licenseLabel } from "../licensing/license.ts";
import type { CertificateRefusal } from "./certificate.schema.ts";

/** License certificate messages by name. Text from the specification is verbatim. */
export const CERTIFICATE_MESSAGES = {
  certificate_failed:
    "Something went wrong downloading your License Certificate. Please try again later or contact support.",
  licence_not_confirmed: "Confirm your license first: the certificate states who is licensed.",
  licensee_not_printable:
    "Certificates are printed in Latin, Greek, Cyrillic and Devanagari letters. Write the name and the " +
    "address of your licensee in one of them, then try again.",
} as const;

/** Returns the message for a certificate that can't be issued, including what to do instead. */
export const certificateRefusalMessage = (refusal: CertificateRefusal): string => {
  if (refusal.reason !== "licence_not_paid") return CERTIFICATE_MESSAGES[refusal.reason];
  const license = licenseLabel(refusal.license_id);
  return `A certificate states what was paid for. Choose a plan of the ${license} license, and it states that.`;
};
