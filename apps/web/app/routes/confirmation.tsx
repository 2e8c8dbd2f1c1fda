import { firstCharacters } from "@backlot/domain/kernel/characters";
import { message } from "@backlot/domain/message-catalog";
import * as Result from "effect/Result";
import { Form, Link, useNavigation } from "react-router";
import { pageTitle } from "#ui/page-title.ts";
import { paths } from "#app/paths.ts";
import { attempt, formString, getPage, getUser, loadOrThrow, readForm, requireUser } from "#app/server/store.server.ts";
import { Alert } from "#ui/alert.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import type { Route } from "./+types/confirmation";

export async function loader({ context, url }: Route.LoaderArgs) {
  const token = url.searchParams.get("token");
  // The link may be opened in a browser without a session, where the account's owner must first sign in.
  if (token !== null) return { token, email: null, isConfirmed: false, isSignedIn: (await getUser(context)) !== null };
  const user = await requireUser(context, url);
  return { token: null, email: user.email, isConfirmed: user.confirmed_at !== null, isSignedIn: true };
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const { store } = getPage(context);
  const token = firstCharacters(formString(await readForm(request), "token"), 1_000);
  if (token === "") {
    await loadOrThrow(store.users.sendConfirmation(), url);
    return { successMessage: "We've sent the email. Check your spam folder, too.", problem: null, isDone: false };
  }
  const confirmed = await attempt(store.users.confirm({ payload: { token } }));
  return Result.isSuccess(confirmed)
    ? { successMessage: `${confirmed.success.data.email} is confirmed. Thank you.`, problem: null, isDone: true }
    : { successMessage: null, problem: confirmed.failure.message, isDone: false };
}

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle("Confirm your email address", matches) },
  { name: "robots", content: "noindex" },
];

/** Returns the page to come back to after signing in, with the link's token. */
const backTo = (token: string | null): string =>
  token === null ? paths.confirmation : `${paths.confirmation}?token=${encodeURIComponent(token)}`;

/** The page to confirm an email address. It waits for a click, because mail programs also open links. */
export default function Confirmation({ loaderData, actionData }: Route.ComponentProps) {
  const { token, email, isConfirmed, isSignedIn } = loaderData;
  const isPending = useNavigation().state === "submitting";
  const isDone = isConfirmed || (actionData?.isDone ?? false);
  return (
    <div className="container-page pt-10">
      <div className="max-w-form wrap-anywhere">
        <h1 className="mb-3 text-2xl">Confirm your email address</h1>
        <div className="mb-5 grid gap-3">
          {actionData?.successMessage ? <Alert variant="success">{actionData.successMessage}</Alert> : null}
          {actionData?.problem ? (
            <Alert variant="error">
              <span>{actionData.problem}</span>{" "}
              <Link className="link" to={paths.signIn(backTo(token))}>
                Sign in
              </Link>
            </Alert>
          ) : null}
        </div>
        {isDone ? (
          <p className="text-muted-foreground">
            <span>
              {email === null
                ? "Anything you bought with this email is in your "
                : `${email} is confirmed. Go to your `}
            </span>
            <Link className="link text-foreground" to={paths.orders()}>
              Order History
            </Link>
            <span>.</span>
          </p>
        ) : !isSignedIn ? (
          <>
            <p className="mb-5 text-muted-foreground">{message("sign_in_to_confirm")}</p>
            <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
              <ButtonLink to={paths.signIn(backTo(token))}>Sign in</ButtonLink>
              <Link className="link inline-flex min-h-11 items-center" to={paths.resetPassword}>
                Choose a new password
              </Link>
            </div>
          </>
        ) : (
          <Form method="post" className="grid gap-4">
            <p className="text-muted-foreground">
              {token === null ? `We'll email a confirmation link to ${email}.` : "Click to confirm your email."}
            </p>
            {token === null ? null : <input type="hidden" name="token" value={token} />}
            <Button type="submit" pending={isPending}>
              {token === null ? "Resend email" : "Confirm"}
            </Button>
          </Form>
        )}
      </div>
    </div>
  );
}
