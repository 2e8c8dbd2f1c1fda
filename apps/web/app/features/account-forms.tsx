import { MIN_PASSWORD_LENGTH } from "@backlot/domain/accounts/account";
import { Form, Link, useNavigation } from "react-router";
import { paths } from "#app/paths.ts";
import { Button } from "#ui/button.tsx";
import { EmailField, Field } from "#ui/field.tsx";
import { Alert } from "#ui/alert.tsx";

/** What an account form comes back with when it was refused. Passwords never come back. */
export interface Refused {
  readonly message: string;
  readonly values: { readonly first_name?: string; readonly last_name?: string; readonly email: string };
}

/** "Create Your Free Account". (ACC-01) */
export function SignUpForm({ refused, intent }: { refused: Refused | undefined; intent?: string }) {
  const { state, formMethod } = useNavigation();
  const entering = state === "loading" && formMethod === "POST";
  return (
    <Form method="post" className="grid gap-4" noValidate>
      {intent === undefined ? null : <input type="hidden" name="intent" value={intent} />}
      {refused === undefined ? null : <Alert variant="error">{refused.message}</Alert>}
      <div className="grid grid-cols-2 gap-3">
        <Field
          label="First name"
          name="first_name"
          autoComplete="given-name"
          required
          defaultValue={refused?.values.first_name}
        />
        <Field
          label="Last name"
          name="last_name"
          autoComplete="family-name"
          required
          defaultValue={refused?.values.last_name}
        />
      </div>
      <EmailField defaultValue={refused?.values.email} />
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="new-password"
        required
        minLength={MIN_PASSWORD_LENGTH}
        hint={`At least ${MIN_PASSWORD_LENGTH} characters`}
      />
      <p className="text-sm text-muted-foreground">
        By signing up you agree to the{" "}
        <Link className="link" to={paths.terms}>
          terms of service
        </Link>{" "}
        and the{" "}
        <Link className="link" to={paths.privacy}>
          privacy policy
        </Link>
        .
      </p>
      <Button type="submit" pending={state === "submitting" || entering}>
        {state === "submitting" ? "signing you up..." : entering ? "logging you in..." : "Get Started"}
      </Button>
    </Form>
  );
}

/** Log in with e-mail and password. (ACC-03) */
export function SignInForm({ refused, intent }: { refused: Refused | undefined; intent?: string }) {
  const { state, formMethod } = useNavigation();
  const busy = state !== "idle" && formMethod === "POST";
  return (
    <Form method="post" className="grid gap-4" noValidate>
      {intent === undefined ? null : <input type="hidden" name="intent" value={intent} />}
      {refused === undefined ? null : <Alert variant="error">{refused.message}</Alert>}
      <EmailField defaultValue={refused?.values.email} />
      <Field label="Password" name="password" type="password" autoComplete="current-password" required />
      <Button type="submit" pending={busy}>
        {busy ? "logging you in..." : "Log in"}
      </Button>
    </Form>
  );
}
