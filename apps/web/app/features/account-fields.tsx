import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "@backlot/domain/accounts/account";
import { Link } from "react-router";
import { paths } from "#app/paths.ts";
import { Field } from "#ui/field.tsx";

/** The longest line that the store takes, in characters. */
const LINE_LENGTH = 200;

/** What is wrong with fields, by their names. */
type Errors = Readonly<Record<string, string>>;

/** The two fields of a person's name. */
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
        maxLength={LINE_LENGTH}
        required
        defaultValue={values?.first_name}
        error={errors.first_name}
      />
      <Field
        label="Last name"
        name="last_name"
        autoComplete="family-name"
        maxLength={LINE_LENGTH}
        required
        defaultValue={values?.last_name}
        error={errors.last_name}
      />
    </>
  );
}

/** The field of a password that is known, with the way for who does not know it. */
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

/** The field of a password that is chosen now. */
export function NewPasswordField({
  label = "New password",
  more = "",
  errors,
}: {
  label?: string;
  /** What happens with it. */
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
      maxLength={MAX_PASSWORD_LENGTH}
      hint={`At least ${MIN_PASSWORD_LENGTH} characters${more}`}
      error={errors.password}
    />
  );
}
