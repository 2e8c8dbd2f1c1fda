import { MAX_PASSWORD_LENGTH } from "@backlot/domain/accounts/account";
import {
  DELETION_KEEPS,
  LEAVE_TEAM_FIRST,
  deletionLosses,
  forfeitAccountCreditText,
  forfeitText,
  forfeitedBalance,
} from "@backlot/domain/accounts/deletion";
import { firstCharacters } from "@backlot/domain/kernel/characters";
import * as Result from "effect/Result";
import { Form, redirect, useNavigation } from "react-router";
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
import { KnownPasswordField } from "#features/accounts/account-fields.tsx";
import { AccountFrame, AccountSection } from "#features/accounts/account-frame.tsx";
import { planText } from "@backlot/domain/plans/plan";
import { Alert } from "#ui/alert.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import type { Route } from "./+types/delete-account";

export async function loader({ context, url }: Route.LoaderArgs) {
  const user = await requireUser(context, url);
  const { subscription } = user;
  return {
    isMember: isTeamMember(user),
    credits: forfeitedBalance(user),
    accountCredit: user.account_credit,
    plan: subscription === null ? null : planText(subscription.plan_variant),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { store, session } = getPage(context);
  const form = await readForm(request);
  const forfeited = formString(form, "forfeit_credits");
  const accountCredit = formString(form, "forfeit_account_credit");
  const payload = {
    password: firstCharacters(String(form.get("password") ?? "").normalize("NFC"), MAX_PASSWORD_LENGTH),
    ...(forfeited === "" ? {} : { forfeit_credits: Number.parseInt(forfeited, 10) || 0 }),
    ...(accountCredit === "" ? {} : { forfeit_account_credit: Number.parseInt(accountCredit, 10) || 0 }),
  };
  const deleted = await attempt(store.users.delete({ payload }));
  if (Result.isSuccess(deleted))
    return redirect(paths.accountDeleted, { status: 303, headers: { "set-cookie": session.close() } });
  return toFormErrors(deleted.failure, {});
}

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle("Delete your account", matches) },
  { name: "robots", content: "noindex" },
];

/** A checkbox to confirm the loss of an amount. It submits the amount. */
function Forfeit({ name, value, children }: { name: string; value: number; children: string }) {
  return (
    <label className="flex cursor-pointer gap-3 text-sm">
      <input type="checkbox" name={name} value={value} className="mt-0.5 size-5 shrink-0 accent-accent" />
      <span>{children}</span>
    </label>
  );
}

/** The page to delete an account. It first lists the data that is deleted and the data that is kept. */
export default function DeleteAccount({
  loaderData: { isMember, credits, accountCredit, plan },
  actionData,
}: Route.ComponentProps) {
  useSignedOutForm(actionData);
  const isPending = useNavigation().state === "submitting";
  const errors: Readonly<Record<string, string>> = actionData?.errors ?? {};
  if (isMember) {
    return (
      <AccountFrame title="Delete your account">
        <AccountSection title="Before you delete your account">
          <p className="mb-4">{LEAVE_TEAM_FIRST}</p>
          <ButtonLink to={paths.team} variant="secondary">
            Your team
          </ButtonLink>
        </AccountSection>
      </AccountFrame>
    );
  }
  return (
    <AccountFrame title="Delete your account">
      <AccountSection title="Before you delete your account">
        <ul className="measure grid list-disc gap-2 pl-5">
          {deletionLosses({ plan, credits, account_credit: accountCredit }).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <p className="measure mt-4 text-muted-foreground">{DELETION_KEEPS}</p>
        <p className="mt-4">
          <a className="link inline-flex min-h-11 items-center" href={paths.accountData} download>
            Download my data first
          </a>
        </p>
      </AccountSection>
      <AccountSection title="Confirm">
        <Form method="post" className="grid max-w-form gap-4" noValidate>
          {actionData !== undefined && Object.keys(errors).length === 0 ? (
            <Alert variant="error">{actionData.problem}</Alert>
          ) : null}
          {credits === 0 ? null : (
            <Forfeit name="forfeit_credits" value={credits}>
              {forfeitText(credits)}
            </Forfeit>
          )}
          {accountCredit === 0 ? null : (
            <Forfeit name="forfeit_account_credit" value={accountCredit}>
              {forfeitAccountCreditText(accountCredit)}
            </Forfeit>
          )}
          <KnownPasswordField otherwise="Don't have a password? Set one by email" errors={errors} />
          <div className="flex flex-wrap gap-3">
            <Button type="submit" variant="danger" pending={isPending}>
              Delete my account
            </Button>
            <ButtonLink to={paths.profile} variant="ghost">
              Keep my account
            </ButtonLink>
          </div>
        </Form>
      </AccountSection>
    </AccountFrame>
  );
}
