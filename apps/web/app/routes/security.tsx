import type { ConnectedApp } from "@backlot/domain/accounts/channel";
import { SCOPE_TEXTS } from "@backlot/domain/accounts/scope";
import { longDate } from "@backlot/domain/kernel/calendar";
import { asLine } from "@backlot/domain/kernel/characters";
import type { OpenSessionView } from "@backlot/ports";
import * as Result from "effect/Result";
import { Form, Link, redirect, useNavigation, useSearchParams } from "react-router";
import { ownValue } from "#app/server/own-value.ts";
import {
  attempt,
  formString,
  getPage,
  loadOrThrow,
  readForm,
  toFormErrors,
  requireUser,
} from "#app/server/store.server.ts";
import { pageTitle } from "#ui/page-title.ts";
import { useSignedOutForm } from "#app/browser/api.ts";
import { paths } from "#app/paths.ts";
import { sessionDevice } from "#features/accounts/session-device.server.ts";
import { AccountName, NewPasswordField } from "#features/accounts/account-fields.tsx";
import { AccountFrame, AccountSection } from "#features/accounts/account-frame.tsx";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import type { Route } from "./+types/security";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { email } = await requireUser(context, url);
  const { users, connectedApps } = getPage(context).store;
  const [{ data: sessions }, { data: apps }] = await Promise.all([
    loadOrThrow(users.sessions(), url),
    loadOrThrow(connectedApps.list(), url),
  ]);
  return { email, apps, sessions: sessions.map((each) => ({ ...each, device: sessionDevice(each.agent) })) };
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const { users, connectedApps } = getPage(context).store;
  const form = await readForm(request);
  const intent = formString(form, "intent");
  if (intent === "end-others") {
    await loadOrThrow(users.endOtherSessions(), url);
    return redirect(`${paths.security}?said=ended`, 303);
  }
  if (intent === "end") {
    await loadOrThrow(users.endSession({ params: { id: asLine(formString(form, "id")) } }), url);
    return redirect(`${paths.security}?said=ended`, 303);
  }
  if (intent === "disconnect") {
    await loadOrThrow(connectedApps.disconnect({ params: { id: asLine(formString(form, "id")) } }), url);
    return redirect(`${paths.security}?said=disconnected`, 303);
  }
  const payload = {
    current_password: String(form.get("current_password") ?? ""),
    password: String(form.get("password") ?? ""),
  };
  const changed = await attempt(users.changePassword({ payload }));
  if (Result.isSuccess(changed)) return redirect(`${paths.security}?said=changed`, 303);
  return toFormErrors(changed.failure, {});
}

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle("Sign-in & Security", matches) },
  { name: "robots", content: "noindex" },
];

const SAID: Readonly<Record<string, string>> = {
  changed: "Password changed. We signed you out on all other devices and disconnected all apps.",
  ended: "Signed out.",
  disconnected: "Disconnected. The app can't use your account anymore.",
};

function Session({ session }: { session: OpenSessionView & { readonly device: string } }) {
  return (
    <li className="flex items-center justify-between gap-4 py-3">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{session.device}</p>
        <p className="text-sm text-muted-foreground">
          {session.is_current ? "This device" : `Signed in on ${longDate(session.created_at)}`}
        </p>
      </div>
      {session.is_current ? null : (
        <Form method="post">
          <input type="hidden" name="id" value={session.id} />
          <Button
            type="submit"
            variant="ghost"
            name="intent"
            value="end"
            className="shrink-0 whitespace-nowrap"
            aria-label={`Sign out ${session.device}, signed in on ${longDate(session.created_at)}`}
          >
            Sign out
          </Button>
        </Form>
      )}
    </li>
  );
}

function App({ app }: { app: ConnectedApp }) {
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 py-3 sm:flex-nowrap">
      <div className="min-w-0 basis-full sm:basis-auto">
        <p className="font-medium wrap-anywhere">{app.name}</p>
        <ul className="my-1 grid gap-1 text-sm">
          {app.scopes.map((scope) => (
            <li key={scope}>{SCOPE_TEXTS[scope]}</li>
          ))}
        </ul>
        <p className="text-sm text-muted-foreground">{`Connected on ${longDate(app.connected_at)}`}</p>
      </div>
      <Form method="post">
        <input type="hidden" name="id" value={app.id} />
        <Button
          type="submit"
          variant="ghost"
          name="intent"
          value="disconnect"
          className="shrink-0"
          aria-label={`Disconnect ${app.name}, connected on ${longDate(app.connected_at)}`}
        >
          Disconnect
        </Button>
      </Form>
    </li>
  );
}

/** The account's password, active sessions, and connected apps. */
export default function Security({ loaderData: { email, apps, sessions }, actionData }: Route.ComponentProps) {
  useSignedOutForm(actionData);
  const [search] = useSearchParams();
  const { state, formData } = useNavigation();
  const isPending = state === "submitting" && !formData?.has("intent");
  const successMessage = ownValue(SAID, search.get("said"));
  const errors: Readonly<Record<string, string>> = actionData?.errors ?? {};
  return (
    <AccountFrame title="Sign-in & Security">
      {successMessage === undefined || actionData !== undefined ? null : (
        <div className="mb-6 max-w-2xl">
          <Alert variant="success">{successMessage}</Alert>
        </div>
      )}
      <AccountSection title="Password">
        <Form key={search.get("said")} method="post" className="grid max-w-form gap-4" noValidate>
          {actionData !== undefined && Object.keys(errors).length === 0 ? (
            <Alert variant="error">{actionData.problem}</Alert>
          ) : null}
          <AccountName email={email} />
          <Field
            label="Current password"
            name="current_password"
            type="password"
            autoComplete="current-password"
            required
            error={errors.current_password}
          />
          <NewPasswordField
            more=". Changing it signs you out on all other devices and disconnects all apps."
            errors={errors}
          />
          <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
            <Button type="submit" variant="secondary" pending={isPending}>
              Change password
            </Button>
            <Link className="link inline-flex min-h-11 items-center text-sm" to={paths.resetPassword}>
              Forgot your password?
            </Link>
          </div>
        </Form>
      </AccountSection>
      <AccountSection title="Your devices">
        <ul className="divide-y divide-border">
          {sessions.map((session) => (
            <Session key={session.id} session={session} />
          ))}
        </ul>
        {sessions.length > 1 ? (
          <Form method="post" className="mt-4">
            <Button type="submit" variant="secondary" name="intent" value="end-others">
              Sign out everywhere else
            </Button>
            {apps.length === 0 ? null : (
              <p className="mt-2 text-sm text-muted-foreground">This also disconnects all apps.</p>
            )}
          </Form>
        ) : null}
      </AccountSection>
      {apps.length === 0 ? null : (
        <AccountSection title="Connected apps">
          <ul className="divide-y divide-border">
            {apps.map((app) => (
              <App key={app.id} app={app} />
            ))}
          </ul>
        </AccountSection>
      )}
    </AccountFrame>
  );
}
