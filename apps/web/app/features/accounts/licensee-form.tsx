import { ACCOUNT_MESSAGES } from "@backlot/domain/accounts/account-messages";
import { type LicenseId, typeOfLicense } from "@backlot/domain/licensing/license";
import {
  type LicenseeField,
  joinAddress,
  licenseeProblems,
  requiredLicenseeFields,
} from "@backlot/domain/accounts/licensee";
import { LICENSING_MESSAGES } from "@backlot/domain/licensing/licensing-messages";
import { message } from "@backlot/domain/message-catalog";
import type { LicenseeProfile } from "@backlot/domain";
import { type FormEvent, type ReactNode, type RefObject, useRef, useState } from "react";
import { Link } from "react-router";
import { type ApiAnswer, postJson } from "#app/browser/api.ts";
import { paths } from "#app/paths.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { Field } from "#ui/field.tsx";

/** The typed values of the form. */
export type LicenseeDraft = Readonly<Partial<Record<LicenseeField, string>>>;

/** Values to prefill the form. */
export interface KnownLicensee {
  readonly company_name: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly email: string;
  readonly phone: string | null;
}

const FIELDS: Readonly<Record<LicenseeField, { readonly label: string; readonly autoComplete: string }>> = {
  company_name: { label: "Company name", autoComplete: "organization" },
  first_name: { label: "First name", autoComplete: "given-name" },
  last_name: { label: "Last name", autoComplete: "family-name" },
  email: { label: "Email", autoComplete: "email" },
  phone: { label: "Phone", autoComplete: "tel" },
  addressLine1: { label: "Address line 1", autoComplete: "address-line1" },
  addressLine2: { label: "Address line 2 (optional)", autoComplete: "address-line2" },
  city: { label: "City", autoComplete: "address-level2" },
  state: { label: "State or region", autoComplete: "address-level1" },
  zip: { label: "ZIP or postal code", autoComplete: "postal-code" },
  country: { label: "Country", autoComplete: "country-name" },
};

const ORDER: readonly LicenseeField[] = [
  "company_name",
  "first_name",
  "last_name",
  "email",
  "phone",
  "addressLine1",
  "addressLine2",
  "city",
  "state",
  "zip",
  "country",
];

const WIDE: readonly LicenseeField[] = ["company_name", "email", "phone", "addressLine1", "addressLine2"];

/**
 * Saves the account's licensee profile and raises the account's minimum license. Returns the profile with its License
 * ID.
 */
const saveLicensee = async (
  license: LicenseId,
  values: Readonly<Partial<Record<LicenseeField, string>>>,
): Promise<ApiAnswer<{ readonly data: LicenseeProfile }>> => {
  const optional = (field: LicenseeField): string | null => (values[field] ?? "").trim() || null;
  const saved = await postJson("/api/licensee_profiles", {
    license_id: license,
    company_name: optional("company_name"),
    first_name: optional("first_name"),
    last_name: optional("last_name"),
    email: (values.email ?? "").trim(),
    phone: optional("phone"),
    address: joinAddress(values),
  });
  // Raise the minimum only if the profile was saved. The saved profile already implies the minimum, so a failure here
  // is harmless.
  if (saved.ok) await postJson("/api/users/update_min_license", { license_id: license });
  return saved;
};

/** The licensee form. Errors appear next to their fields, and the first invalid field gets the focus. */
export function LicenseeForm({
  license,
  licensee,
  variant = "full",
  submitText,
  onSaved,
  back,
  draft,
}: {
  license: LicenseId;
  licensee: KnownLicensee;
  variant?: "full" | "minimal";
  submitText: string;
  onSaved: (token: string) => void;
  back: ReactNode;
  /** Keeps the user's input in case they return to the form. The form updates it on every render. */
  draft: RefObject<LicenseeDraft | null>;
}) {
  const form = useRef<HTMLFormElement>(null);
  const certification = useRef<HTMLInputElement>(null);
  const [agreed, setAgreed] = useState(false);
  const [sent, setSent] = useState(false);
  const [isPending, setIsPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [values, setValues] = useState<LicenseeDraft>(
    () =>
      draft.current ?? {
        company_name: licensee.company_name ?? "",
        first_name: licensee.first_name ?? "",
        last_name: licensee.last_name ?? "",
        email: licensee.email,
        phone: licensee.phone ?? "",
      },
  );
  draft.current = values;
  const type = typeOfLicense(license);
  const required = requiredLicenseeFields(type, variant);
  const shown = ORDER.filter((field) => required.includes(field) || field === "addressLine2");
  const problems = licenseeProblems({ ...values, agreed }, type, variant);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isPending) return;
    setSent(true);
    const wrong = shown.find((field) => problems[field] !== undefined);
    if (wrong !== undefined) return form.current?.querySelector<HTMLInputElement>(`[name="${wrong}"]`)?.focus();
    if (problems.agreed !== undefined) return certification.current?.focus();
    setIsPending(true);
    setProblem(null);
    const saved = await saveLicensee(license, values);
    setIsPending(false);
    if (saved.ok) return onSaved(saved.value.data.token);
    // Show the server's message about the license, or a generic message for any other error.
    setProblem(saved.refusal.code === "conflict" ? saved.refusal.message : ACCOUNT_MESSAGES.submission_failed);
  };
  const saidOf = (field: LicenseeField | "agreed"): string | undefined => {
    const name = sent ? problems[field] : undefined;
    return name === undefined ? undefined : message(name);
  };
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
        {shown.map((field) => (
          <div key={field} className={WIDE.includes(field) ? "sm:col-span-2" : ""}>
            <Field
              {...FIELDS[field]}
              name={field}
              type={field === "email" ? "email" : field === "phone" ? "tel" : "text"}
              required={required.includes(field)}
              value={values[field] ?? ""}
              onChange={(event) => {
                const { value } = event.target;
                setValues((before) => ({ ...before, [field]: value }));
              }}
              error={saidOf(field)}
            />
          </div>
        ))}
      </div>
      <Checkbox
        text={LICENSING_MESSAGES.certify}
        checked={agreed}
        onCheckedChange={setAgreed}
        error={saidOf("agreed") ?? null}
        ref={certification}
      />
      <p className="mt-2 text-sm">
        <Link
          className="link inline-flex min-h-6 items-center text-muted-foreground"
          to={paths.license}
          target="_blank"
        >
          Read the license agreement
        </Link>
      </p>
      {problem === null ? null : (
        <div className="mt-4">
          <Alert variant="error">{problem}</Alert>
        </div>
      )}
      <div className="mt-6 flex flex-wrap items-center gap-3">
        <Button type="submit" pending={isPending}>
          {isPending ? message("loading") : submitText}
        </Button>
        {back}
      </div>
    </form>
  );
}
