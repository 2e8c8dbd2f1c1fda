import { licenseLabel } from "../licensing/license.ts";
import type { CertificateRefusal } from "./certificate.schema.ts";

/** License certificate messages by name. Text from the specification is verbatim. */
export const CERTIFICATE_MESSAGES = {
  certificate_failed:
    "Something went wrong downloading your License Certificate. Please try again later or contact support.",
  license_not_confirmed: "Confirm your license first. The certificate names the licensee.",
  certificate_disputed: "One of your payments is disputed. You can get a certificate once the dispute is settled.",
  licensee_not_printable: "The licensee's name or address is blank. Enter both in your profile, then try again.",
} as const;

/** The maximum number of characters to list in a message. */
const NAMED_CHARACTERS = 5;

/** Returns a character with its code points, because it may look like another one: "ﾡ" (U+FFA1). */
const namedCharacter = (character: string): string => {
  const points = [...character].map((each) => (each.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0"));
  return `"${character}" (${points.map((point) => `U+${point}`).join(" ")})`;
};

const unprintableMessage = (characters: readonly string[]): string => {
  if (characters.length === 0) return CERTIFICATE_MESSAGES.licensee_not_printable;
  const named = characters.slice(0, NAMED_CHARACTERS).map(namedCharacter).join(", ");
  const more = characters.length > NAMED_CHARACTERS ? ` and ${characters.length - NAMED_CHARACTERS} more` : "";
  return (
    `Certificates can't include ${named}${more}. Remove ` +
    `${characters.length === 1 ? "this character" : "these characters"} from the licensee's name and address, then ` +
    `try again.`
  );
};

/** Returns the message for a certificate that can't be issued, including what to do instead. */
export const certificateRefusalMessage = (refusal: CertificateRefusal): string => {
  if (refusal.reason === "license_not_confirmed") return CERTIFICATE_MESSAGES.license_not_confirmed;
  if (refusal.reason === "dispute_open") return CERTIFICATE_MESSAGES.certificate_disputed;
  if (refusal.reason === "licensee_not_printable") return unprintableMessage(refusal.characters);
  const license = licenseLabel(refusal.license_id);
  return (
    `Certificates cover only licenses that you've paid for. Choose a plan with the ${license} license, or upgrade ` +
    `the license on your files.`
  );
};
