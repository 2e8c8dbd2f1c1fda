import { SIGNUP_TEXTS } from "@backlot/domain/accounts/signup-messages";
import { signupButtonText } from "@backlot/domain/accounts/signup";
import { Form, Link, useNavigation, useSearchParams } from "react-router";
import { paths } from "#app/paths.ts";
import { useCookiesBlocked } from "#app/hooks/use-cookies-blocked.ts";
import { Button } from "#ui/button.tsx";
import { EmailField } from "#ui/field.tsx";
import { Alert } from "#ui/alert.tsx";
import { KnownPasswordField, NameFields, NewPasswordField } from "./account-fields.tsx";

/** The response to a refused account form. Never includes the password. */
export interface Refused {
  readonly message: string;
  /** Error messages by field name. */
  readonly errors: Readonly<Record<string, string>>;
  /** Whether the email address already has an account. */
  readonly isTaken?: boolean;
  readonly values: { readonly first_name?: string; readonly last_name?: string; readonly email: string };
}

/** How a form is submitted: by the page, or by a panel, which sets the action and state. */
export interface Sending {
  readonly action?: string;
  readonly Form?: typeof Form;
  readonly state?: "idle" | "submitting" | "loading";
}

/** Returns the submission state of the page's form. */
const usePageState = (): NonNullable<Sending["state"]> => {
  const { state, formMethod } = useNavigation();
  return state === "loading" && formMethod !== "POST" ? "idle" : state;
};

const sentTo = ({ action }: Sending): { readonly action?: string } => (action === undefined ? {} : { action });

const ADDRESS = /\b([\w.+-]+@[\w-]+(?:\.[\w-]+)+)/;

/** The error, with any email address in it as a link and, if the account exists, a link to sign in. */
function Problem({ refused, signIn }: { refused: Refused | undefined; signIn: string }) {
  if (refused === undefined) return null;
  const [before = "", address, after] = refused.message.split(ADDRESS);
  return (
    <Alert variant="error">
      <span>{before}</span>
      {address === undefined ? null : (
        <a className="underline" href={`mailto:${address}`}>
          {address}
        </a>
      )}
      <span>{after}</span>
      {refused.isTaken ? (
        <>
          {" "}
          <Link className="underline" to={signIn}>
            Sign in
          </Link>
        </>
      ) : null}
    </Alert>
  );
}

/** Warns that the form won't work in a browser that blocks cookies. */
function CookieWarning() {
  return useCookiesBlocked() ? (
    <Alert variant="error" autoFocus={false}>
      Your browser is blocking cookies, so you can't stay signed in. Allow cookies for this site first.
    </Alert>
  ) : null;
}

/** The "Create Your Free Account" form, with or without a password. */
export function SignUpForm({
  refused,
  intent,
  passwordless = false,
  sending = {},
}: {
  refused: Refused | undefined;
  intent?: string;
  /** Whether the user sets a password later, using a link in an email. */
  passwordless?: boolean;
  sending?: Sending;
}) {
  const ofPage = usePageState();
  const state = sending.state ?? ofPage;
  const SentForm = sending.Form ?? Form;
  const { errors = {}, values } = refused ?? {};
  const signIn = paths.signIn(useSearchParams()[0].get("next") ?? undefined);
  return (
    <SentForm method="post" {...sentTo(sending)} className="grid gap-4" noValidate>
      {intent === undefined ? null : <input type="hidden" name="intent" value={intent} />}
      <CookieWarning />
      <Problem refused={refused} signIn={signIn} />
      <div className="grid grid-cols-2 items-start gap-3">
        <NameFields values={values} errors={errors} />
      </div>
      <EmailField defaultValue={values?.email} error={errors.email} />
      {passwordless ? (
        <p className="text-sm text-muted-foreground">We'll email you a link to choose a password.</p>
      ) : (
        <NewPasswordField label="Password" errors={errors} />
      )}
      <p className="text-sm text-muted-foreground">
        By signing up you agree to the{" "}
        <Link className="link" to={paths.terms} target="_blank">
          terms of service
        </Link>{" "}
        and the{" "}
        <Link className="link" to={paths.privacy} target="_blank">
          privacy policy
        </Link>
        .
      </p>
      <Button type="submit" pending={state !== "idle"}>
        {signupButtonText({
          _tag: state === "submitting" ? "signing-up" : state === "loading" ? "logging-in" : "idle",
        })}
      </Button>
    </SentForm>
  );
}

export function SignInForm({
  refused,
  intent,
  sending = {},
}: {
  refused: Refused | undefined;
  intent?: string;
  sending?: Sending;
}) {
  const ofPage = usePageState();
  const isPending = (sending.state ?? ofPage) !== "idle";
  const SentForm = sending.Form ?? Form;
  const { errors = {}, values } = refused ?? {};
  const signIn = paths.signIn(useSearchParams()[0].get("next") ?? undefined);
  return (
    <SentForm method="post" {...sentTo(sending)} className="grid gap-4" noValidate>
      {intent === undefined ? null : <input type="hidden" name="intent" value={intent} />}
      <CookieWarning />
      <Problem refused={refused} signIn={signIn} />
      <EmailField defaultValue={values?.email} error={errors.email} />
      <KnownPasswordField otherwise="Forgot your password?" errors={errors} />
      <Button type="submit" pending={isPending}>
        {isPending ? SIGNUP_TEXTS.logging_in : "Log in"}
      </Button>
    </SentForm>
  );
}
