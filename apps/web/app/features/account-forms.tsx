import { SIGNUP_TEXTS } from "@backlot/domain/accounts/signup-messages";
import { signupButtonText } from "@backlot/domain/accounts/signup";
import { Form, Link, useNavigation, useSearchParams } from "react-router";
import { paths } from "#app/paths.ts";
import { Button } from "#ui/button.tsx";
import { EmailField } from "#ui/field.tsx";
import { Alert } from "#ui/alert.tsx";
import { KnownPasswordField, NameFields, NewPasswordField } from "./account-fields.tsx";

/** What an account form comes back with when it was refused. Passwords never come back. */
export interface Refused {
  readonly message: string;
  /** What is wrong with a field, by its name. */
  readonly errors: Readonly<Record<string, string>>;
  /** Whether the address has an account already. */
  readonly isTaken?: boolean;
  readonly values: { readonly first_name?: string; readonly last_name?: string; readonly email: string };
}

/** How a form is sent: by the page, or by a panel over it, which says where to and how far it is. */
export interface Sending {
  readonly action?: string;
  readonly Form?: typeof Form;
  readonly state?: "idle" | "submitting" | "loading";
}

/** How far a form of a page is: sent, or answered and on its way. */
const usePageState = (): NonNullable<Sending["state"]> => {
  const { state, formMethod } = useNavigation();
  return state === "loading" && formMethod !== "POST" ? "idle" : state;
};

const sentTo = ({ action }: Sending): { readonly action?: string } => (action === undefined ? {} : { action });

const ADDRESS = /\b([\w.+-]+@[\w-]+(?:\.[\w-]+)+)/;

/** What was refused, with the way on: an address to write to, or the sign-in of an account that is there already. */
function Problem({ refused, signIn }: { refused: Refused | undefined; signIn: string }) {
  if (refused === undefined) return null;
  const [before = "", address, after] = refused.message.split(ADDRESS);
  return (
    <Alert variant="error">
      {before}
      {address === undefined ? null : (
        <a className="underline" href={`mailto:${address}`}>
          {address}
        </a>
      )}
      {after}
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

/** "Create Your Free Account", with a password or without one. (ACC-01, ACC-02) */
export function SignUpForm({
  refused,
  intent,
  passwordless = false,
  sending = {},
}: {
  refused: Refused | undefined;
  intent?: string;
  /** Whether a password is chosen later, by mail. */
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
      <Problem refused={refused} signIn={signIn} />
      <div className="grid grid-cols-2 items-start gap-3">
        <NameFields values={values} errors={errors} />
      </div>
      <EmailField defaultValue={values?.email} error={errors.email} />
      {passwordless ? (
        <p className="text-sm text-muted-foreground">We mail you a link by which you choose a password.</p>
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

/** Log in with e-mail and password. (ACC-03, ACC-04) */
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
      <Problem refused={refused} signIn={signIn} />
      <EmailField defaultValue={values?.email} error={errors.email} />
      <KnownPasswordField otherwise="Forgot your password?" errors={errors} />
      <Button type="submit" pending={isPending}>
        {isPending ? SIGNUP_TEXTS.logging_in : "Log in"}
      </Button>
    </SentForm>
  );
}
