import { licenseId } from "@backlot/domain/licensing/license";
import { longDate } from "@backlot/domain/kernel/calendar";
import { personName } from "@backlot/domain/accounts/account";
import { teamRefusalMessage } from "@backlot/domain/accounts/account-messages";
import {
  MEMBER_ROLES,
  inviteRefusal,
  isTeamMember,
  leavingText,
  memberMay,
  memberRoleNamed,
  otherRole,
  seatsText,
} from "@backlot/domain/accounts/team";
import { message } from "@backlot/domain/message-catalog";
import type { MemberRole } from "@backlot/domain/accounts/account.schema";
import { asLine } from "@backlot/domain/kernel/characters";
import type { TeamView } from "@backlot/ports";
import * as Result from "effect/Result";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Form, redirect, useNavigation, useSearchParams } from "react-router";
import { ownValue } from "#app/server/own-value.ts";
import {
  attempt,
  formString,
  intentOf,
  getPage,
  loadOrThrow,
  readForm,
  toFormErrors,
  requireUser,
} from "#app/server/store.server.ts";
import { pageTitle } from "#ui/page-title.ts";
import { useSignedOutForm } from "#app/browser/api.ts";
import { paths } from "#app/paths.ts";
import { AccountFrame, AccountSection } from "#features/accounts/account-frame.tsx";
import { Alert } from "#ui/alert.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { EmailField } from "#ui/field.tsx";
import { RadioCard } from "#ui/radio-card.tsx";
import type { Route } from "./+types/team";

export async function loader({ context, url }: Route.LoaderArgs) {
  await requireUser(context, url);
  const { data: team } = await loadOrThrow(getPage(context).store.teams.view(), url);
  return { team };
}

/** The key of the success message, and the operation. */
type Change = readonly [
  said: string,
  run: () => Promise<Result.Result<void, { readonly _tag: string; readonly message: string }>>,
];

export async function action({ context, request }: Route.ActionArgs) {
  const { teams } = getPage(context).store;
  const form = await readForm(request);
  const intent = intentOf(form, ["invite", "withdraw", "role", "remove", "leave"]);
  const params = { id: asLine(formString(form, "id")) };
  const email = formString(form, "email");
  const role = memberRoleNamed(formString(form, "role"));
  const changes: Readonly<Record<typeof intent, Change>> = {
    invite: ["invited", () => attempt(teams.invite({ payload: { email, role } }))],
    withdraw: ["withdrawn", () => attempt(teams.withdraw({ params }))],
    role: ["role", () => attempt(teams.setRole({ params, payload: { role } }))],
    remove: ["removed", () => attempt(teams.remove({ params }))],
    leave: ["left", () => attempt(teams.leave())],
  };
  const [messageKey, run] = changes[intent];
  const changed = await run();
  if (Result.isSuccess(changed)) return redirect(`${paths.team}?said=${messageKey}`, 303);
  return toFormErrors(changed.failure, { email, role });
}

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle("Team", matches) },
  { name: "robots", content: "noindex" },
];

const SAID: Readonly<Record<string, string>> = {
  invited: "Invitation sent.",
  withdrawn: "Invitation revoked.",
  role: "Role changed.",
  removed: "Member removed.",
  joined: "You've joined the team.",
  left: "You've left the team.",
};

function Person({ name, note, children }: { name: string; note: string; children?: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
      <div className="min-w-48 grow">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-sm text-muted-foreground wrap-anywhere">{note}</p>
      </div>
      {children === undefined ? null : <div className="-mx-3 flex">{children}</div>}
    </li>
  );
}

/** The confirmation before a member leaves or is removed. */
function Leaving({
  leaving,
  onClose,
}: {
  leaving: { readonly id: string; readonly name: string } | "oneself" | null;
  onClose: () => void;
}) {
  const isOneself = leaving === "oneself";
  return (
    <Dialog open={leaving !== null} onClose={onClose} title={message("confirm_title")}>
      {leaving === null ? null : (
        <Form method="post" onSubmit={onClose}>
          <input type="hidden" name="id" value={isOneself ? "" : leaving.id} />
          <p>{leavingText(isOneself ? null : leaving.name)}</p>
          <div className="mt-6 flex flex-wrap gap-3">
            <Button type="submit" name="intent" value={isOneself ? "leave" : "remove"}>
              {isOneself ? "Leave the team" : "Remove"}
            </Button>
            <Button type="button" variant="secondary" onClick={onClose}>
              Cancel
            </Button>
          </div>
        </Form>
      )}
    </Dialog>
  );
}

function Invite({
  refused,
}: {
  refused: {
    readonly errors: Readonly<Record<string, string>>;
    readonly email: string;
    readonly role: MemberRole;
  } | null;
}) {
  const { state, formData } = useNavigation();
  const form = useRef<HTMLFormElement>(null);
  const email = refused?.errors.email;
  useEffect(() => {
    if (email !== undefined) form.current?.querySelector<HTMLInputElement>('input[name="email"]')?.focus();
  }, [email]);
  return (
    <Form ref={form} method="post" className="grid max-w-form gap-4" noValidate>
      <EmailField defaultValue={refused?.email} error={email} />
      <fieldset>
        <legend className="mb-1.5 text-sm font-medium">Role</legend>
        <div className="grid gap-2">
          {MEMBER_ROLES.map((role) => (
            <RadioCard
              key={role}
              name="role"
              value={role}
              title={role}
              note={memberMay(role)}
              isFirst={role === (refused?.role ?? "Artist")}
            />
          ))}
        </div>
      </fieldset>
      <div>
        <Button
          type="submit"
          name="intent"
          value="invite"
          pending={state === "submitting" && formData?.get("intent") === "invite"}
        >
          Send invitation
        </Button>
      </div>
    </Form>
  );
}

/** The member's view: the team's owner, the member's role, and the button to leave. */
function Membership({ team, role, onLeave }: { team: TeamView; role: MemberRole; onLeave: () => void }) {
  return (
    <AccountSection title="Your team">
      <p>
        You're on <span className="font-medium">{personName(team.owner)}</span>'s team (
        <span className="wrap-anywhere">{team.owner.email}</span>).
      </p>
      <p className="mt-1 mb-4 text-muted-foreground">
        {`${role}: ${memberMay(role)}. You have your own daily download limit.`}
      </p>
      <Button type="button" variant="secondary" onClick={onLeave}>
        Leave the team
      </Button>
    </AccountSection>
  );
}

/** The team page. The owner sees members, invitations, and roles; a member sees their own membership. */
export default function Team({ loaderData: { team }, actionData }: Route.ComponentProps) {
  useSignedOutForm(actionData);
  const [search] = useSearchParams();
  const [leaving, setLeaving] = useState<{ readonly id: string; readonly name: string } | "oneself" | null>(null);
  const successMessage = ownValue(SAID, search.get("said"));
  const isMember = isTeamMember(team.role_name);
  const taken = team.members.length + team.invitations.length;
  const notInvited = inviteRefusal({ isMember, seats: team.seats, taken });
  const refused = actionData ?? null;
  return (
    <AccountFrame title="Team">
      <div className="max-w-2xl">
        {refused !== null && Object.keys(refused.errors).length === 0 ? (
          <div className="mb-6">
            <Alert variant="error">{refused.problem}</Alert>
          </div>
        ) : null}
        {successMessage === undefined || refused !== null ? null : (
          <div className="mb-6">
            <Alert variant="success">{successMessage}</Alert>
          </div>
        )}
      </div>
      {isMember ? <Membership team={team} role={team.role_name} onLeave={() => setLeaving("oneself")} /> : null}
      {isMember || team.seats > 0 ? null : (
        <AccountSection title="Work as a team">
          <p className="measure mb-4 text-muted-foreground">{message("plan_has_no_team")}</p>
          <ButtonLink to={paths.pricingFor(licenseId(2))}>See plans</ButtonLink>
        </AccountSection>
      )}
      {isMember || (team.seats === 0 && taken === 0) ? null : (
        <AccountSection title="Members">
          {team.seats === 0 ? null : (
            <p className="tabular-nums text-sm text-muted-foreground">{seatsText(taken, team.seats)}</p>
          )}
          <ul className="divide-y divide-border" aria-label="Members">
            <Person name={`${personName(team.owner)} (you)`} note={`${team.owner.email} · Administrator`} />
            {team.members.map((member) => {
              const name = personName(member);
              const other = otherRole(member.role);
              return (
                <Person key={member.user_id} name={name} note={`${member.email} · ${member.role}`}>
                  <Form method="post">
                    <input type="hidden" name="id" value={member.user_id} />
                    <input type="hidden" name="role" value={other} />
                    <Button
                      type="submit"
                      variant="ghost"
                      className="px-3 text-sm"
                      name="intent"
                      value="role"
                      aria-label={`Make ${other}: ${name}`}
                    >
                      {`Make ${other}`}
                    </Button>
                  </Form>
                  <Button
                    type="button"
                    variant="ghost"
                    className="px-3 text-sm"
                    onClick={() => setLeaving({ id: member.user_id, name })}
                    aria-label={`Remove ${name}`}
                  >
                    Remove
                  </Button>
                </Person>
              );
            })}
            {team.invitations.map(({ id, email, role, invited_at }) => (
              <Person key={id} name={email} note={`Invited as ${role} on ${longDate(invited_at)}`}>
                <Form method="post">
                  <input type="hidden" name="id" value={id} />
                  <Button
                    type="submit"
                    variant="ghost"
                    className="px-3 text-sm"
                    name="intent"
                    value="withdraw"
                    aria-label={`Revoke the invitation to ${email}`}
                  >
                    Revoke
                  </Button>
                </Form>
              </Person>
            ))}
          </ul>
        </AccountSection>
      )}
      {isMember || team.seats === 0 ? null : (
        <AccountSection title="Invite a member">
          {notInvited !== null ? (
            <p className="text-muted-foreground">{teamRefusalMessage(notInvited)}</p>
          ) : (
            <Invite key={`${taken} ${search.get("said")}`} refused={refused} />
          )}
        </AccountSection>
      )}
      <Leaving leaving={leaving} onClose={() => setLeaving(null)} />
    </AccountFrame>
  );
}
