import { isEmail } from "./account.ts";
import { type LicenseId, type LicenseTypeId, typeOfLicense } from "../licensing/license.ts";
import type { AccountMessage } from "./account-messages.ts";

/** The parts of an address, in the order in which they are joined. */
export const ADDRESS_PARTS = ["addressLine1", "addressLine2", "city", "state", "zip", "country"] as const;

/** A field of the licensee form. */
export type LicenseeField =
  | "company_name"
  | "first_name"
  | "last_name"
  | "email"
  | "phone"
  | (typeof ADDRESS_PARTS)[number];

/** What is typed into the licensee form. */
export type LicenseeForm = Readonly<Partial<Record<LicenseeField, string>>> & { readonly agreed: boolean };

const ADDRESS_REQUIRED: readonly LicenseeField[] = ["addressLine1", "city", "state", "zip", "country"];

/** The fields that a licensee must fill in; the short Enterprise form asks for a phone too. (LIC-09) */
export const requiredLicenseeFields = (
  type: LicenseTypeId,
  variant: "full" | "minimal" = "full",
): readonly LicenseeField[] => {
  const who: readonly LicenseeField[] = type === 1 ? ["first_name", "last_name"] : ["company_name"];
  const phone: readonly LicenseeField[] = type === 3 && variant === "minimal" ? ["phone"] : [];
  return [...who, "email", ...phone, ...ADDRESS_REQUIRED];
};

/** What is wrong with a licensee form, by field; empty when it may be sent. (LIC-09) */
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

/** The six parts of an address as one text; parts left empty leave no gap. (LIC-09) */
export const joinAddress = (form: Readonly<Partial<Record<LicenseeField, string>>>): string =>
  ADDRESS_PARTS.map((part) => (form[part] ?? "").trim())
    .filter((part) => part !== "")
    .join(", ");

/** A licensee profile as it is sent: the address is one text already. */
export interface SentProfile {
  readonly license_id: LicenseId;
  readonly company_name?: string | null | undefined;
  readonly first_name?: string | null | undefined;
  readonly last_name?: string | null | undefined;
  readonly email: string;
  readonly address: string;
}

/**
 * What is wrong with a profile as it is sent, in the order of its fields; empty when it may be kept. (LIC-09, LIC-10)
 */
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

/** Who is licensed, as they are kept. */
export interface KeptLicensee {
  readonly company_name: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly email: string;
  readonly phone: string | null;
  readonly address: string;
}

const kept = (text: string | null | undefined): string | null => text?.trim() || null;

/** A licensee as it is kept: without space around what was typed, and null for what is empty. (LIC-09, LIC-10) */
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
