import { SCOPE_TEXTS, TOKEN_DAYS, formatUserCode } from "@backlot/domain/accounts/scope";
import { firstCharacters } from "@backlot/domain/kernel/characters";
import * as Result from "effect/Result";
import { Form, Link, redirect, useNavigation } from "react-router";
import { pageTitle } from "#ui/page-title.ts";
import { paths } from "#app/paths.ts";
import { attempt, formString, getPage, readForm, requireUser } from "#app/server/store.server.ts";
import { Alert } from "#ui/alert.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import type { Route } from "./+types/connect";

/** The maximum length of a typed code, in characters. */
const CODE_LENGTH = 20;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { email } = await requireUser(context, url);
  const decision = url.searchParams.get("said");
  const code = firstCharacters(url.searchParams.get("code") ?? "", CODE_LENGTH).trim();
  const none = { email, code, decision, app: null, problem: null };
  if (code === "") return none;
  const appResult = await attempt(getPage(context).store.connectedApps.view({ params: { user_code: code } }));
  return Result.isFailure(appResult)
    ? { ...none, problem: appResult.failure.message }
    : { ...none, app: appResult.success.data };
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request);
  const user_code = firstCharacters(formString(form, "code"), CODE_LENGTH);
  const is_allowed = formString(form, "answer") === "allow";
  const { connectedApps } = getPage(context).store;
  const decided = await attempt(connectedApps.decide({ params: { user_code }, payload: { is_allowed } }));
  if (Result.isSuccess(decided)) return redirect(`${paths.connect}?said=${is_allowed ? "allowed" : "refused"}`, 303);
  if (decided.failure._tag === "unauthorized") return redirect(paths.signIn(`${paths.connect}?code=${user_code}`), 303);
  return { problem: decided.failure.message };
}

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle("Connect an app", matches) },
  { name: "robots", content: "noindex" },
];

function Answered({ isAllowed }: { isAllowed: boolean }) {
  return (
    <>
      <h1 className="mb-4 text-2xl">{isAllowed ? "Access allowed" : "Access denied"}</h1>
      <p className="mb-6 text-muted-foreground">
        {isAllowed
          ? "Return to the app to finish connecting. You can disconnect it anytime in Sign-in & Security."
          : "The app can't use your account. You can close this page."}
      </p>
      <ButtonLink to={paths.security} variant="secondary">
        Sign-in & Security
      </ButtonLink>
    </>
  );
}

function CodeForm({ code, problem }: { code: string; problem: string | null }) {
  const isPending = useNavigation().state === "loading";
  return (
    <>
      <h1 className="mb-3 text-2xl">Connect an app</h1>
      <p className="mb-6 text-muted-foreground">Enter the code shown in the app.</p>
      <Form className="grid gap-4" noValidate>
        <Field
          label="Code"
          name="code"
          defaultValue={code}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={CODE_LENGTH}
          required
          hint="8 letters and numbers, like BCDF-2345."
          error={problem ?? undefined}
        />
        <Button type="submit" pending={isPending}>
          Continue
        </Button>
      </Form>
    </>
  );
}

/** The page where a customer enters the code that an app shows, and allows or refuses the app's request. */
export default function Connect({
  loaderData: { email, code, decision, app, problem },
  actionData,
}: Route.ComponentProps) {
  const { state, formData } = useNavigation();
  const answer = state === "submitting" ? formData?.get("answer") : null;
  const refusal = actionData?.problem ?? null;
  return (
    <div className="container-page pt-12">
      <div className="mx-auto max-w-form">
        {decision === "allowed" || decision === "refused" ? (
          <Answered isAllowed={decision === "allowed"} />
        ) : app === null || refusal !== null ? (
          <CodeForm code={code} problem={refusal ?? problem} />
        ) : (
          <>
            <h1 className="mb-3 text-2xl wrap-anywhere">{`${app.name} wants to use your account`}</h1>
            <p className="mb-4 text-muted-foreground">
              You're signed in as <span className="wrap-anywhere text-foreground">{email}</span>. If you allow access,
              the app can:
            </p>
            <ul className="mb-4 grid list-disc gap-2 pl-5">
              {app.scopes.map((scope) => (
                <li key={scope}>{SCOPE_TEXTS[scope]}</li>
              ))}
            </ul>
            <p className="mb-6 text-muted-foreground">
              <span>
                {"It can't see your password or change your sign-in, team, or licensee. " +
                  `Access ends after ${TOKEN_DAYS} days. You can disconnect it anytime in`}
              </span>{" "}
              <Link className="link text-foreground" to={paths.security}>
                Sign-in & Security
              </Link>
              <span>.</span>
            </p>
            <div className="mb-6">
              <Alert variant="notice">
                {`Allow access only if you started this request and the app shows the code ${formatUserCode(code)}.`}
              </Alert>
            </div>
            <Form method="post" className="flex flex-wrap gap-3">
              <input type="hidden" name="code" value={code} />
              <Button type="submit" name="answer" value="allow" pending={answer === "allow"}>
                Allow
              </Button>
              <Button type="submit" variant="secondary" name="answer" value="refuse" pending={answer === "refuse"}>
                Don't allow
              </Button>
            </Form>
          </>
        )}
      </div>
    </div>
  );
}
