import { teamRefusalMessage } from "@backlot/domain/accounts/account-messages";
import { isInvited, memberMay } from "@backlot/domain/accounts/team";
import { firstCharacters } from "@backlot/domain/kernel/characters";
import * as Result from "effect/Result";
import { Form, Link, data, redirect, useNavigation } from "react-router";
import { attempt, formString, getPage, getUser, readForm } from "#app/server/store.server.ts";
import { pageTitle } from "#ui/page-title.ts";
import { paths } from "#app/paths.ts";
import { Alert } from "#ui/alert.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import type { Route } from "./+types/team-invitation";

/** The maximum length of a token, in characters. */
const TOKEN_LENGTH = 1_000;

export async function loader({ context, url }: Route.LoaderArgs) {
  const token = firstCharacters(url.searchParams.get("token") ?? "", TOKEN_LENGTH);
  const user = await getUser(context);
  const opened = await attempt(getPage(context).store.teams.invitation({ payload: { token } }));
  if (Result.isFailure(opened)) return { invitation: null, problem: opened.failure.message, accountEmail: null, token };
  const { data: invitation } = opened.success;
  const isAnother = user !== null && !isInvited(user.email, invitation.email);
  const problem = isAnother ? teamRefusalMessage({ _tag: "InvitedAnother", email: invitation.email }) : null;
  return { invitation, problem, accountEmail: user?.email ?? null, token };
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request);
  const token = firstCharacters(formString(form, "token"), TOKEN_LENGTH);
  const joined = await attempt(getPage(context).store.teams.join({ payload: { token } }));
  if (Result.isSuccess(joined)) return redirect(`${paths.team}?said=joined`, 303);
  if (joined.failure._tag === "unauthorized") return redirect(paths.signIn(paths.teamInvitation(token)), 303);
  return data({ problem: joined.failure.message }, { status: 409 });
}

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle("Invitation", matches) },
  { name: "robots", content: "noindex" },
];

/** The page of a team invitation: the team, the role, and the button to join. */
export default function TeamInvitation({
  loaderData: { invitation, problem, accountEmail, token },
  actionData,
}: Route.ComponentProps) {
  const isPending = useNavigation().state === "submitting";
  const latestProblem = actionData?.problem ?? problem;
  if (invitation === null) {
    return (
      <div className="container-page pt-12">
        <h1 className="mb-6 text-2xl">Invitation</h1>
        <div className="mb-6 max-w-2xl">
          <Alert variant="error">{problem}</Alert>
        </div>
        <ButtonLink to={paths.home}>Back to the library</ButtonLink>
      </div>
    );
  }
  const { team, role, email } = invitation;
  const here = paths.teamInvitation(token);
  return (
    <div className="container-page pt-12">
      <div className="mx-auto max-w-form">
        <h1 className="text-2xl wrap-anywhere">{`${team} invited you to their team`}</h1>
        <p className="mt-3 mb-6 text-muted-foreground">
          {`Your role on the team: ${role}. You ${memberMay(role).toLowerCase()}, with your own daily download ` +
            "limit."}
        </p>
        {latestProblem === null ? null : (
          <div className="mb-6">
            <Alert variant="error">{latestProblem}</Alert>
          </div>
        )}
        {accountEmail === null ? (
          <>
            <p className="mb-5">
              This invitation is for <span className="font-medium wrap-anywhere">{email}</span>. Sign up or sign in with
              that email to accept it.
            </p>
            <div className="flex flex-wrap gap-3">
              <ButtonLink to={paths.signUp(here)}>Sign up</ButtonLink>
              <ButtonLink to={paths.signIn(here)} variant="secondary">
                Sign in
              </ButtonLink>
            </div>
          </>
        ) : problem === null ? (
          <Form method="post" className="flex flex-wrap items-center gap-4">
            <input type="hidden" name="token" value={token} />
            <Button type="submit" pending={isPending}>
              Join the team
            </Button>
            <Link className="link inline-flex min-h-11 items-center" to={paths.home}>
              Not now
            </Link>
          </Form>
        ) : (
          <Form method="post" action={paths.signOut}>
            <p className="mb-4 text-muted-foreground">
              You're signed in as <span className="wrap-anywhere">{accountEmail}</span>.
            </p>
            <Button type="submit" variant="secondary">
              Sign out
            </Button>
          </Form>
        )}
      </div>
    </div>
  );
}
