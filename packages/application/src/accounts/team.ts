import {
  type Account,
  type MemberRole,
  type TeamRefusal,
  guestEmailProblem,
  inviteOutcome,
  isDeleted,
  isInvited,
  joinRefusal,
  mailRepeatedBefore,
  message,
  planHolderId,
  roleOf,
  seatsOf,
  soughtEmail,
  teamRefusalMessage,
  worksInTeam,
  teamName,
} from "@backlot/domain";
import {
  Conflict,
  CurrentAccount,
  CurrentCaller,
  Forbidden,
  Ids,
  Links,
  NotFound,
  ReadRepositories,
  Repositories,
  transactional,
  currentTime,
} from "@backlot/ports";
import { Teams } from "@backlot/ports/accounts/teams.contract";
import * as Effect from "effect/Effect";
import { toInvalidRequest } from "../invalid-form.ts";
import { addressOf, requireAdmin } from "../caller.ts";
import { implement } from "../implement.ts";
import { limitMails } from "./limit-mails.ts";
import { Settings } from "../settings.ts";

const refused = (refusal: TeamRefusal): Conflict | Forbidden =>
  refusal._tag === "OnlyAdmins"
    ? new Forbidden({ message: teamRefusalMessage(refusal) })
    : new Conflict({ reason: "team_refused", message: teamRefusalMessage(refusal) });

/** Returns the number of seats in a team under its administrator's plan, including the administrator's. */
const seatsOfTeam = Effect.fnUntraced(function* (teamId: string) {
  const repos = yield* ReadRepositories;
  const { teamSeats } = yield* Settings;
  const running = yield* repos.subscriptions.current(teamId);
  return seatsOf(running === null ? null : running.subscription.terms, teamSeats);
});

/** Returns an account's team as the account sees it. Only administrators get the members and invitations. */
export const teamOf = Effect.fnUntraced(function* (account: Account) {
  const repos = yield* ReadRepositories;
  const isMember = worksInTeam(account);
  const owner = (isMember ? yield* repos.accounts.get(planHolderId(account)) : null) ?? account;
  const members = isMember ? [] : yield* repos.teams.members(owner.id);
  const invitations = isMember ? [] : yield* repos.teams.invitations(owner.id);
  return {
    role_name: roleOf(account),
    owner: { first_name: owner.first_name, last_name: owner.last_name, email: owner.email },
    seats: yield* seatsOfTeam(owner.id),
    members,
    invitations: invitations.map(({ id, email, role, invited_at }) => ({ id, email, role, invited_at })),
  };
});

/**
 * Invites someone by email to the caller's team with a role. Simultaneous invitations can't exceed the number of seats.
 */
const inviteMember = Effect.fnUntraced(function* (form: { readonly email: string; readonly role: MemberRole }) {
  const account = yield* CurrentAccount;
  const ids = yield* Ids;
  const settings = yield* Settings;
  const problem = guestEmailProblem(form.email, settings.disposableDomains);
  if (problem !== null)
    return yield* toInvalidRequest([problem === "enter_email_to_continue" ? "email_required" : problem]);
  const email = soughtEmail(form.email);
  const id = ids.next();
  const now = yield* currentTime;
  yield* Effect.gen(function* () {
    const repos = yield* Repositories;
    const lockedAccount = (yield* repos.accounts.lock(account.id)) ?? account;
    const open = yield* repos.teams.invitations(lockedAccount.id);
    const again = open.find((each) => isInvited(email, each.email)) ?? null;
    const taken = open.length + (yield* repos.teams.members(lockedAccount.id)).length;
    const seats = yield* seatsOfTeam(lockedAccount.id);
    const outcome = inviteOutcome({ isMember: worksInTeam(lockedAccount), seats, taken }, form.role, again);
    if (outcome._tag === "refused") return yield* refused(outcome.refusal);
    // Resend the same email, but not within a few minutes of the last one.
    if (again !== null && outcome._tag === "repeat")
      return yield* repos.outbox.repeat(again.id, "team-invitation", mailRepeatedBefore(now));
    if (again !== null) yield* repos.teams.removeInvitation(lockedAccount.id, again.id);
    yield* repos.teams.invite({
      id,
      team_id: lockedAccount.id,
      email,
      role: form.role,
      invited_at: now,
    });
    return yield* repos.outbox.enqueue({ id: `invitation:${id}`, kind: "team-invitation", about: id }, now);
  }).pipe(transactional, limitMails({ email, network: addressOf(yield* CurrentCaller) }));
});

/**
 * Runs a change to the caller's team. Fails if the caller is a member and not the administrator, or if the change
 * returns false because its target is not in the team.
 */
const changeTeam = Effect.fnUntraced(function* (
  change: (teams: Repositories["Service"]["teams"], teamId: string) => Effect.Effect<boolean>,
) {
  const { id } = yield* requireAdmin(yield* CurrentAccount);
  const repos = yield* Repositories;
  if (!(yield* change(repos.teams, id)))
    return yield* new NotFound({ message: teamRefusalMessage({ _tag: "NotAMember" }) });
}, transactional);

/** Removes the caller from the team that they are a member of, if any. */
const leaveTeam = Effect.fnUntraced(function* () {
  const account = yield* CurrentAccount;
  if (!worksInTeam(account)) return;
  const repos = yield* Repositories;
  yield* repos.teams.remove(planHolderId(account), account.id);
}, transactional);

/**
 * Returns the invitation for an emailed link; fails if the link has expired, or if the invitation was withdrawn or
 * accepted.
 */
const requireInvitation = Effect.fnUntraced(function* (token: string) {
  const repos = yield* ReadRepositories;
  const links = yield* Links;
  const claims = links.invitation.open(token);
  const invitation = claims === null ? null : yield* repos.teams.invitation(claims.invitation_id);
  return invitation ?? (yield* new Forbidden({ message: message("invitation_over") }));
});

/** Returns an invitation's team name, role, and email address, for anyone with the emailed link. */
const viewInvitation = Effect.fnUntraced(function* (token: string) {
  const repos = yield* ReadRepositories;
  const { team_id, role, email } = yield* requireInvitation(token);
  const owner = yield* repos.accounts.get(team_id);
  const profile = yield* repos.accounts.profile(team_id);
  const team = owner === null ? "" : teamName(owner, profile);
  return { team, role, email };
});

/**
 * Adds the caller to the team that invited them. Fails if the invitation is no longer open or was sent to another
 * address, or if the caller has a plan or a team. Also confirms the caller's email address, which the link was sent to.
 */
const joinTeam = Effect.fnUntraced(function* (token: string) {
  const account = yield* CurrentAccount;
  const repos = yield* Repositories;
  const { id, team_id, email, role } = yield* requireInvitation(token);
  // Always lock the team before the member, and never let two joins wait for each other's locks.
  yield* repos.teams.lockJoins();
  const team = yield* repos.accounts.lock(team_id);
  const lockedAccount = (yield* repos.accounts.lock(account.id)) ?? account;
  if (team === null || isDeleted(team) || isDeleted(lockedAccount) || team_id === lockedAccount.id)
    return yield* new Forbidden({ message: message("invitation_over") });
  const hasPlan =
    (yield* repos.subscriptions.current(lockedAccount.id)) !== null ||
    (yield* repos.orders.openSubscriptionOrder(lockedAccount.id)) !== null;
  const hasTeam =
    (yield* repos.teams.members(lockedAccount.id)).length + (yield* repos.teams.invitations(lockedAccount.id)).length >
    0;
  const refusal = joinRefusal({
    email: lockedAccount.email,
    invited: email,
    isMember: worksInTeam(lockedAccount),
    hasPlan,
    hasTeam,
  });
  if (refusal !== null) return yield* refused(refusal);
  if (!(yield* repos.teams.removeInvitation(team_id, id)))
    return yield* new Forbidden({ message: message("invitation_over") });
  const now = yield* currentTime;
  yield* repos.teams.join(lockedAccount, team_id, role, now);
  yield* repos.accounts.confirm(lockedAccount.id, now);
}, transactional);

export const teams = implement(Teams, {
  view: () => Effect.flatMap(CurrentAccount, teamOf),
  invite: ({ payload }) => inviteMember(payload),
  withdraw: ({ params }) => changeTeam((teams, teamId) => teams.removeInvitation(teamId, params.id)),
  setRole: ({ params, payload }) => changeTeam((teams, teamId) => teams.setRole(teamId, params.id, payload.role)),
  remove: ({ params }) => changeTeam((teams, teamId) => teams.remove(teamId, params.id)),
  leave: leaveTeam,
  join: ({ payload }) => joinTeam(payload.token),
  invitation: ({ payload }) => viewInvitation(payload.token),
});
