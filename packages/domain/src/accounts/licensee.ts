import { isEmail, soughtEmail } from "../kernel/email-address.ts";
import { hidesCharacters, keptName } from "../kernel/shown-name.ts";
import { type LicenseId, type LicenseTypeId, typeOfLicense } from "../licensing/license.ts";
import type { AccountMessage } from "./account-messages.ts";

/** The address fields of the licensee form, in the order in which `joinAddress` joins them. */
const ADDRESS_PARTS = ["addressLine1", "addressLine2", "city", "state", "zip", "country"] as const;

/** A text field of the licensee form. Excludes the `agreed` checkbox. */
export type LicenseeField =
  | "company_name"
  | "first_name"
  | "last_name"
  | "email"
  | "phone"
  | (typeof ADDRESS_PARTS)[number];

/** The values of the licensee form. `agreed` is whether the license agreement was accepted. */
export type LicenseeForm = Readonly<Partial<Record<LicenseeField, string>>> & { readonly agreed: boolean };

const ADDRESS_REQUIRED: readonly LicenseeField[] = ["addressLine1", "city", "state", "zip", "country"];

/**
 * Returns the required fields of the licensee form: a person's name for an Individual license, a company name for the
 * others. The minimal Enterprise form also requires a phone number.
 */
export const requiredLicenseeFields = (
  type: LicenseTypeId,
  variant: "full" | "minimal" = "full",
): readonly LicenseeField[] => {
  const who: readonly LicenseeField[] = type === 1 ? ["first_name", "last_name"] : ["company_name"];
  const phone: readonly LicenseeField[] = type === 3 && variant === "minimal" ? ["phone"] : [];
  return [...who, "email", ...phone, ...ADDRESS_REQUIRED];
};

/** The fields that certificates and receipts print. */
const SHOWN_FIELDS: readonly LicenseeField[] = ["company_name", "first_name", "last_name", ...ADDRESS_PARTS];

/**
 * Returns the errors of a licensee form by field; empty if it is valid. `variant` selects the required fields: see
 * `requiredLicenseeFields`.
 */
export const licenseeProblems = (
  form: LicenseeForm,
  type: LicenseTypeId,
  variant: "full" | "minimal" = "full",
): Readonly<Partial<Record<LicenseeField | "agreed", AccountMessage>>> => {
  const problems: Partial<Record<LicenseeField | "agreed", AccountMessage>> = {};
  for (const field of requiredLicenseeFields(type, variant)) {
    if ((form[field] ?? "").trim() === "") problems[field] = "field_required";
  }
  for (const field of SHOWN_FIELDS) {
    if (hidesCharacters(form[field] ?? "")) problems[field] = "field_hidden";
  }
  if (problems.email === undefined && !isEmail(form.email ?? "")) problems.email = "invalid_email_address";
  if (!form.agreed) problems.agreed = "must_agree";
  return problems;
};

/** Returns the form's address on one line, separated by commas, without its empty parts. */
export const joinAddress = (form: Readonly<Partial<Record<LicenseeField, string>>>): string =>
  ADDRESS_PARTS.map((part) => (form[part] ?? "").trim())
    .filter((part) => part !== "")
    .join(", ");

/** A submitted licensee profile, with its address already joined into one line. */
export interface SentProfile {
  readonly license_id: LicenseId;
  readonly company_name?: string | null | undefined;
  readonly first_name?: string | null | undefined;
  readonly last_name?: string | null | undefined;
  readonly email: string;
  readonly address: string;
}

/** Returns the errors of a submitted profile, in field order; empty if it is valid. */
export const profileProblems = (
  profile: SentProfile,
): readonly { readonly field: keyof SentProfile; readonly problem: AccountMessage }[] => {
  const who: readonly (keyof SentProfile)[] =
    typeOfLicense(profile.license_id) === 1 ? ["first_name", "last_name"] : ["company_name"];
  const empty = [...who, "address" as const].filter((field) => String(profile[field] ?? "").trim() === "");
  const hidden = (["company_name", "first_name", "last_name", "address"] as const).filter((field) =>
    hidesCharacters(profile[field] ?? ""),
  );
  return [
    ...empty.map((field) => ({ field, problem: "field_required" as const })),
    ...hidden.map((field) => ({ field, problem: `${field}_hidden` as const })),
    ...(isEmail(profile.email) ? [] : [{ field: "email" as const, problem: "invalid_email_address" as const }]),
  ];
};

/** A licensee as stored: strings are trimmed, and empty optional fields are null. */
export interface KeptLicensee {
  readonly company_name: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly email: string;
  readonly phone: string | null;
  readonly address: string;
}

const kept = (text: string | null | undefined): string | null => keptName(text ?? "") || null;

/** Returns a submitted licensee in stored form: trimmed, with null for empty optional fields. */
export const keptLicensee = (
  sent: Omit<SentProfile, "license_id"> & { readonly phone?: string | null | undefined },
): KeptLicensee => ({
  company_name: kept(sent.company_name),
  first_name: kept(sent.first_name),
  last_name: kept(sent.last_name),
  email: soughtEmail(sent.email),
  phone: kept(sent.phone),
  address: keptName(sent.address),
});
