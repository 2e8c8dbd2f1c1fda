import { shopperOf } from "@backlot/domain/accounts/shopper";
import { ACCOUNT_CREDIT_USE } from "@backlot/domain/accounts/account-credit-texts";
import { longDate } from "@backlot/domain/kernel/calendar";
import { formatUsd } from "@backlot/domain/kernel/money";
import { message } from "@backlot/domain/message-catalog";
import { licenseForItems, licenseLabel } from "@backlot/domain/licensing/license";
import * as Result from "effect/Result";
import { useEffect } from "react";
import { Form, Link, data, useFetcher, useNavigation } from "react-router";
import {
  attempt,
  formString,
  getPage,
  isTeamMember,
  readForm,
  toFormErrors,
  requireUser,
} from "#app/server/store.server.ts";
import { pageTitle } from "#ui/page-title.ts";
import { useSignedOutForm } from "#app/browser/api.ts";
import { paths } from "#app/paths.ts";
import { NameFields } from "#features/accounts/account-fields.tsx";
import { AccountFrame, AccountSection } from "#features/accounts/account-frame.tsx";
import { ConfirmLicenseButton } from "#features/accounts/confirm-license-button.tsx";
import { UpdateLicenseDialog } from "#features/accounts/update-license.tsx";
import { hasKnownLicense } from "#features/orders/cart.server.ts";
import { confirmingAccount, isConfirmationDue } from "#features/accounts/confirming-account.server.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import type { Route } from "./+types/profile";

export async function loader({ context, url }: Route.LoaderArgs) {
  const user = await requireUser(context, url);
  const { first_name, last_name, email, confirmed_at, team } = user;
  const profile = team.licensee_profile;
  const certificates = profile === null ? null : await attempt(getPage(context).store.certificates.list());
  return {
    first_name,
    last_name,
    email,
    isConfirmed: confirmed_at !== null,
    isMember: isTeamMember(user),
    license_id: licenseForItems(shopperOf(user)),
    isLicenseKnown: hasKnownLicense(user),
    licenseId: isConfirmationDue(user) ? null : (profile?.token ?? null),
    confirming: confirmingAccount(user),
    accountCredit: user.account_credit,
    certificates: certificates !== null && Result.isSuccess(certificates) ? certificates.success.data : [],
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request);
  if (formString(form, "intent") === "certificate") {
    const { store, logError } = getPage(context);
    const issued = await attempt(store.certificates.issue());
    if (Result.isSuccess(issued))
      return { saved: false, problem: null, certificateProblem: null, errors: {}, issued: issued.success.data.number };
    const { failure } = issued;
    // Show errors that the user can fix. Log all others, and show a generic message.
    const isOwn = failure._tag === "conflict" || failure._tag === "too_many_attempts";
    if (!isOwn) logError("no certificate could be issued", failure._tag);
    const certificateProblem = isOwn ? failure.message : message("certificate_failed");
    return data({ saved: false, problem: null, certificateProblem, errors: {} }, { status: 409 });
  }
  const payload = { first_name: formString(form, "first_name"), last_name: formString(form, "last_name") };
  const renamed = await attempt(getPage(context).store.users.rename({ payload }));
  if (Result.isSuccess(renamed)) return { saved: true, problem: null, certificateProblem: null, errors: {} };
  return toFormErrors(renamed.failure, { saved: false, certificateProblem: null });
}

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle("Profile", matches) },
  { name: "robots", content: "noindex" },
];

/** The button that issues a certificate and downloads it. The page stays, and lists the certificate. */
function DownloadCertificate() {
  const fetcher = useFetcher<{ readonly issued?: string; readonly certificateProblem: string | null }>();
  const { data: answered, state } = fetcher;
  useEffect(() => {
    if (answered?.issued !== undefined) window.location.assign(paths.certificate(answered.issued));
  }, [answered]);
  return (
    <fetcher.Form method="post" className="mt-4 grid gap-4">
      {answered?.certificateProblem ? <Alert variant="error">{answered.certificateProblem}</Alert> : null}
      <div>
        <Button type="submit" variant="secondary" name="intent" value="certificate" pending={state !== "idle"}>
          Download License Certificate
        </Button>
      </div>
    </fetcher.Form>
  );
}

/** The account's name, email address, and license. */
export default function Profile({ loaderData, actionData }: Route.ComponentProps) {
  useSignedOutForm(actionData);
  const isPending = useNavigation().state === "submitting";
  const errors: Readonly<Record<string, string>> = actionData?.errors ?? {};
  return (
    <AccountFrame title="Profile">
      <AccountSection title="Name">
        <Form method="post" className="grid gap-4" noValidate>
          {actionData?.saved ? <Alert variant="success">Your name has been saved.</Alert> : null}
          {actionData?.problem && Object.keys(errors).length === 0 ? (
            <Alert variant="error">{actionData.problem}</Alert>
          ) : null}
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <NameFields values={loaderData} errors={errors} />
          </div>
          <div>
            <Button type="submit" variant="secondary" pending={isPending}>
              Save name
            </Button>
          </div>
        </Form>
      </AccountSection>
      <AccountSection title="Email">
        <p className="wrap-anywhere">{loaderData.email}</p>
        <p className="mt-1 text-sm text-muted-foreground">
          {loaderData.isConfirmed ? (
            "Confirmed. We send receipts and links here."
          ) : (
            <>
              <span>Not confirmed yet.</span>{" "}
              <Link className="link text-foreground" to={paths.confirmation}>
                Confirm it
              </Link>
            </>
          )}
        </p>
      </AccountSection>
      <AccountSection title="License">
        <p>{loaderData.isLicenseKnown ? licenseLabel(loaderData.license_id) : "Not chosen yet"}</p>
        {loaderData.isMember ? (
          <p className="measure mt-1 text-sm text-muted-foreground">
            This is your team's license. Your team's administrator manages it, including the certificate.
          </p>
        ) : loaderData.licenseId === null ? (
          <>
            <p className="measure mt-1 mb-4 text-sm text-muted-foreground">
              Confirm your license to get your License ID and certificate.
            </p>
            <ConfirmLicenseButton account={loaderData.confirming} />
          </>
        ) : (
          <>
            <p className="tabular-nums mt-1 text-sm text-muted-foreground">{`License ID ${loaderData.licenseId}`}</p>
            <DownloadCertificate />
            {loaderData.certificates.length === 0 ? null : (
              <ul className="mt-4 divide-y divide-border text-sm" aria-label="License certificates">
                {loaderData.certificates.map(({ number, status, issued_at }) => (
                  <li key={number} className="flex flex-wrap items-center justify-between gap-x-4 py-2">
                    <a className="link tabular-nums" href={paths.certificate(number)}>
                      {number}
                    </a>
                    <span className="text-muted-foreground">
                      <span>{`${longDate(issued_at)} ·`}</span>{" "}
                      <Link className="link" to={paths.verifyCertificate(number)}>
                        {status}
                      </Link>
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
        {loaderData.isLicenseKnown && !loaderData.isMember ? (
          <UpdateLicenseDialog license={loaderData.license_id} minimum={loaderData.confirming.minimum} />
        ) : null}
      </AccountSection>
      {loaderData.accountCredit === 0 ? null : (
        <AccountSection title="Account credit">
          <p className="tabular-nums">{formatUsd(loaderData.accountCredit)}</p>
          <p className="measure mt-1 text-sm text-muted-foreground">{ACCOUNT_CREDIT_USE}</p>
        </AccountSection>
      )}
      <AccountSection title="Your data">
        <p className="measure text-muted-foreground">Download your data or delete your account.</p>
        <div className="mt-3 flex flex-wrap gap-x-5">
          <a className="link inline-flex min-h-11 items-center" href={paths.accountData} download>
            Download my data
          </a>
          <Link className="link inline-flex min-h-11 items-center text-muted-foreground" to={paths.deleteAccount}>
            Delete my account
          </Link>
        </div>
      </AccountSection>
    </AccountFrame>
  );
}
