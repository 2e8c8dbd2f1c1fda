import { licenceLabel } from "@backlot/domain/licensing/licence";
import * as Result from "effect/Result";
import { Form, Link, data, useNavigation } from "react-router";
import { attempt, fieldErrors, formString, getPage, readForm, requireUser } from "#app/store.server.ts";
import { pageTitle } from "#app/page-title.ts";
import { paths } from "#app/paths.ts";
import { NameFields } from "#features/account-fields.tsx";
import { AccountFrame, AccountSection } from "#features/account-frame.tsx";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import type { Route } from "./+types/profile";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { first_name, last_name, email, confirmed_at, team, minimum_license_id, created_at } = await requireUser(
    context,
    url,
  );
  const profile = team.licensee_profile;
  return {
    first_name,
    last_name,
    email,
    isConfirmed: confirmed_at !== null,
    since: created_at,
    licence: licenceLabel(profile?.license_id ?? minimum_license_id),
    licenseId: profile?.completed && !profile.invalidated ? profile.token : null,
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request);
  const payload = { first_name: formString(form, "first_name"), last_name: formString(form, "last_name") };
  const renamed = await attempt(getPage(context).store.users.rename({ payload }));
  if (Result.isSuccess(renamed)) return { saved: true, problem: null, errors: {} };
  const { failure } = renamed;
  return data({ saved: false, problem: failure.message, errors: fieldErrors(failure) }, { status: 422 });
}

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Profile") }, { name: "robots", content: "noindex" }];

/** Who an account is: its name, its address, its licence. (ACC-07) */
export default function Profile({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state === "submitting";
  const errors: Readonly<Record<string, string>> = actionData?.errors ?? {};
  return (
    <AccountFrame title="Profile">
      <AccountSection title="Name">
        <Form method="post" className="grid gap-4" noValidate>
          {actionData?.saved ? <Alert variant="success">Your name is saved.</Alert> : null}
          {actionData?.problem && Object.keys(errors).length === 0 ? (
            <Alert variant="error">{actionData.problem}</Alert>
          ) : null}
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <NameFields values={loaderData} errors={errors} />
          </div>
          <div>
            <Button type="submit" variant="secondary" pending={busy}>
              Save name
            </Button>
          </div>
        </Form>
      </AccountSection>
      <AccountSection title="Email">
        <p className="wrap-anywhere">{loaderData.email}</p>
        <p className="mt-1 text-sm text-muted-foreground">
          {loaderData.isConfirmed ? (
            "Confirmed. Receipts and links reach you there."
          ) : (
            <>
              Not confirmed yet.{" "}
              <Link className="link text-foreground" to={paths.confirmation}>
                Confirm it
              </Link>
            </>
          )}
        </p>
      </AccountSection>
      <AccountSection title="License">
        <p>{loaderData.licence}</p>
        <p className="tabular-nums mt-1 text-sm text-muted-foreground">
          {loaderData.licenseId === null ? "Not confirmed yet." : `License ID ${loaderData.licenseId}`}
        </p>
      </AccountSection>
    </AccountFrame>
  );
}
