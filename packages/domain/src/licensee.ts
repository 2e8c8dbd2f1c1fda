import { isEmail } from "./account.ts";
import type { LicenceTypeId } from "./licence.ts";
import type { MessageName } from "./messages.ts";

/** The parts of an address, in the order in which they are joined. */
export const ADDRESS_PARTS = ["addressLine1", "addressLine2", "city", "state", "zip", "country"] as const;

/** A field of the licensee form. */
export type LicenseeField = "company_name" | "first_name" | "last_name" | "email" | "phone" | (typeof ADDRESS_PARTS)[number];

/** What is typed into the licensee form. */
export type LicenseeForm = Readonly<Partial<Record<LicenseeField, string>>> & { readonly agreed: boolean };

const ADDRESS_REQUIRED: readonly LicenseeField[] = ["addressLine1", "city", "state", "zip", "country"];

/** The fields that a licensee must fill in; the short Enterprise form asks for a phone too. (LIC-09) */
export const requiredLicenseeFields = (type: LicenceTypeId, variant: "full" | "minimal" = "full"): readonly LicenseeField[] => {
  const who: readonly LicenseeField[] = type === 1 ? ["first_name", "last_name"] : ["company_name"];
  const phone: readonly LicenseeField[] = type === 3 && variant === "minimal" ? ["phone"] : [];
  return [...who, "email", ...phone, ...ADDRESS_REQUIRED];
};

/** What is wrong with a licensee form, by field; empty when it may be sent. (LIC-09) */
export const licenseeProblems = (
  form: LicenseeForm,
  type: LicenceTypeId,
  variant: "full" | "minimal" = "full",
): Readonly<Partial<Record<LicenseeField | "agreed", MessageName>>> => {
  const problems: Partial<Record<LicenseeField | "agreed", MessageName>> = {};
  for (const field of requiredLicenseeFields(type, variant)) {
    if ((form[field] ?? "").trim() === "") problems[field] = "field_required";
  }
  if (problems.email === undefined && !isEmail((form.email ?? "").trim())) problems.email = "invalid_email_address";
  if (!form.agreed) problems.agreed = "must_agree";
  return problems;
};

/** The six parts of an address as one text; parts left empty leave no gap. (LIC-09) */
export const joinAddress = (form: Readonly<Partial<Record<LicenseeField, string>>>): string =>
  ADDRESS_PARTS.map((part) => (form[part] ?? "").trim())
    .filter((part) => part !== "")
    .join(", ");
