import { MIN_PASSWORD_LENGTH } from "@backlot/domain/accounts/account";
import { Link } from "react-router";
import { paths } from "#app/paths.ts";
import { Field } from "#ui/field.tsx";

/** Error messages by field name. */
type Errors = Readonly<Record<string, string>>;

export function NameFields({
  values,
  errors,
}: {
  values: { readonly first_name?: string; readonly last_name?: string } | undefined;
  errors: Errors;
}) {
  return (
    <>
      <Field
        label="First name"
        name="first_name"
        autoComplete="given-name"
        required
        defaultValue={values?.first_name}
        error={errors.first_name}
      />
      <Field
        label="Last name"
        name="last_name"
        autoComplete="family-name"
        required
        defaultValue={values?.last_name}
        error={errors.last_name}
      />
    </>
  );
}

/** The field for an existing password, with a link to reset it. `otherwise` is the text of the link. */
export function KnownPasswordField({ otherwise, errors }: { otherwise: string; errors: Errors }) {
  return (
    <>
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        error={errors.password}
      />
      <p className="-mt-2 text-sm">
        <Link className="link inline-flex min-h-6 items-center text-muted-foreground" to={paths.resetPassword}>
          {otherwise}
        </Link>
      </p>
    </>
  );
}

/** Tells password managers whose password a form changes. */
export function AccountName({ email }: { email: string }) {
  return <input type="text" name="username" autoComplete="username" defaultValue={email} hidden readOnly />;
}

/** The field for a new password. */
export function NewPasswordField({
  label = "New password",
  more = "",
  errors,
}: {
  label?: string;
  /** Text appended to the hint. */
  more?: string;
  errors: Errors;
}) {
  return (
    <Field
      label={label}
      name="password"
      type="password"
      autoComplete="new-password"
      required
      minLength={MIN_PASSWORD_LENGTH}
      hint={`At least ${MIN_PASSWORD_LENGTH} characters${more}`}
      error={errors.password}
    />
  );
}
