import { isEmail } from "./account.ts";
import { type LicenseId, type LicenseTypeId, typeOfLicense } from "../licensing/license.ts";
import type { AccountMessage } from "./account-messages.ts";

/** The parts of an address, in the order they are joined. */
export const ADDRESS_PARTS = ["addressLine1", "addressLine2", "city", "state", "zip", "country"] as const;

/** A field of the licensee form. */
export type LicenseeField =
  | "company_name"
  | "first_name"
  | "last_name"
  | "email"
  | "phone"
  | (typeof ADDRESS_PARTS)[number];

/** The values of the licensee form. */
export type LicenseeForm = Readonly<Partial<Record<LicenseeField, string>>> & { readonly agreed: boolean };

const ADDRESS_REQUIRED: readonly LicenseeField[] = ["addressLine1", "city", "state", "zip", "country"];

/** Returns the required fields of the licensee form. The minimal Enterprise form also requires a phone number. */
export const requiredLicenseeFields = (
  type: LicenseTypeId,
  variant: "full" | "minimal" = "full",
): readonly LicenseeField[] => {
  const who: readonly LicenseeField[] = type === 1 ? ["first_name", "last_name"] : ["company_name"];
  const phone: readonly LicenseeField[] = type === 3 && variant === "minimal" ? ["phone"] : [];
  return [...who, "email", ...phone, ...ADDRESS_REQUIRED];
};

/** Returns the problems of a licensee form by field; empty if it is valid. */
export const licenseeProblems = (
  form: LicenseeForm,
  type: LicenseTypeId,
  variant: "full" | "minimal" = "full",
): Readonly<Partial<Record<LicenseeField | "agreed", AccountMessage>>> => {
  const problems: Partial<Record<LicenseeField | "agreed", AccountMessage>> = {};
  for (const field of requiredLicenseeFields(type, variant)) {
    if ((form[field] ?? "").trim() === "") problems[field] = "field_required";
  }
  if (problems.email === undefined && !isEmail((form.email ?? "").trim())) problems.email = "invalid_email_address";
  if (!form.agreed) problems.agreed = "must_agree";
  return problems;
};

/** Returns an address as one comma-separated text, without its empty parts. */
export const joinAddress = (form: Readonly<Partial<Record<LicenseeField, string>>>): string =>
  ADDRESS_PARTS.map((part) => (form[part] ?? "").trim())
    .filter((part) => part !== "")
    .join(", ");

/** A submitted licensee profile, with the address already joined. */
export interface SentProfile {
  readonly license_id: LicenseId;
  readonly company_name?: string | null | undefined;
  readonly first_name?: string | null | undefined;
  readonly last_name?: string | null | undefined;
  readonly email: string;
  readonly address: string;
}

/** Returns the problems of a submitted profile, in field order; empty if it is valid. */
export const profileProblems = (
  profile: SentProfile,
): readonly { readonly field: keyof SentProfile; readonly problem: "field_required" | "invalid_email_address" }[] => {
  const who: readonly (keyof SentProfile)[] =
    typeOfLicense(profile.license_id) === 1 ? ["first_name", "last_name"] : ["company_name"];
  const empty = [...who, "address" as const].filter((field) => String(profile[field] ?? "").trim() === "");
  return [
    ...empty.map((field) => ({ field, problem: "field_required" as const })),
    ...(isEmail(profile.email) ? [] : [{ field: "email" as const, problem: "invalid_email_address" as const }]),
  ];
};

/** A licensee as stored. */
export interface KeptLicensee {
  readonly company_name: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly email: string;
  readonly phone: string | null;
  readonly address: string;
}

const kept = (text: string | null | undefined): string | null => text?.trim() || null;

/** Returns a submitted licensee as it is stored: trimmed, with null for empty fields. */
export const keptLicensee = (
  sent: Omit<SentProfile, "license_id"> & { readonly phone?: string | null | undefined },
): KeptLicensee => ({
  company_name: kept(sent.company_name),
  first_name: kept(sent.first_name),
  last_name: kept(sent.last_name),
  email: sent.email.trim(),
  phone: kept(sent.phone),
  address: sent.address.trim(),
});
