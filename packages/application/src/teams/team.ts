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
  teamRefusalMessage,
  worksInTeam,
  teamName,
} from "@backlot/domain";
import {
  Conflict,
  Forbidden,
  type InvalidRequest,
  NotFound,
  type Repositories,
  type TeamInvitation,
  type TeamView,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import { toInvalidRequest } from "../accounts/invalid-form.ts";
import type { StorePorts } from "../store-ports.ts";
import { requireAdmin } from "./acting.ts";

type TeamPorts = Pick<StorePorts, "clock" | "ids" | "links" | "settings" | "transactions">;

const refused = (refusal: TeamRefusal): Conflict | Forbidden =>
  refusal._tag === "OnlyAdmins"
    ? new Forbidden({ message: teamRefusalMessage(refusal) })
    : new Conflict({ reason: "team_refused", message: teamRefusalMessage(refusal) });

/** The seats of an account's plan, its own among them. */
const seatsOfTeam = (ports: Pick<TeamPorts, "settings">, repos: Repositories, teamId: string): Effect.Effect<number> =>
  Effect.map(repos.subscriptions.current(teamId), (running) =>
    seatsOf(running === null ? null : running.subscription.terms, ports.settings.teamSeats),
  );

/** A team as one who is in it sees it: its administrator sees everybody, the others whose it is. (ACC-08) */
export const viewTeam =
  (ports: TeamPorts) =>
  (account: Account): Effect.Effect<TeamView> =>
    Effect.gen(function* () {
      const { read } = ports.transactions;
      const isMember = worksInTeam(account);
      const owner = (isMember ? yield* read.accounts.get(planHolderId(account)) : null) ?? account;
      const members = isMember ? [] : yield* read.teams.members(owner.id);
      const invitations = isMember ? [] : yield* read.teams.invitations(owner.id);
      return {
        role_name: roleOf(account),
        owner: { first_name: owner.first_name, last_name: owner.last_name, email: owner.email },
        seats: yield* seatsOfTeam(ports, read, owner.id),
        members,
        invitations: invitations.map(({ id, email, role, invited_at }) => ({ id, email, role, invited_at })),
      };
    });

/** Invites somebody by mail into a role. However many invite at once, no more than the seats are given. (ACC-08) */
export const inviteMember =
  (ports: TeamPorts) =>
  (
    account: Account,
    form: { readonly email: string; readonly role: MemberRole },
  ): Effect.Effect<void, InvalidRequest | Conflict | Forbidden> =>
    Effect.gen(function* () {
      const problem = guestEmailProblem(form.email, ports.settings.disposableDomains);
      if (problem !== null)
        return yield* toInvalidRequest([problem === "enter_email_to_continue" ? "email_required" : problem]);
      const id = ports.ids.next();
      const now = ports.clock.now();
      yield* ports.transactions.run((repos) =>
        Effect.gen(function* () {
          const own = (yield* repos.accounts.lock(account.id)) ?? account;
          const open = yield* repos.teams.invitations(own.id);
          const again = open.find((each) => isInvited(form.email.trim(), each.email)) ?? null;
          const taken = open.length + (yield* repos.teams.members(own.id)).length;
          const seats = yield* seatsOfTeam(ports, repos, own.id);
          const outcome = inviteOutcome({ isMember: worksInTeam(own), seats, taken }, form.role, again);
          if (outcome._tag === "refused") return yield* refused(outcome.refusal);
          // The same mail once more, in a few minutes at the earliest.
          if (again !== null && outcome._tag === "repeat")
            return yield* repos.notices.repeat(again.id, "team-invitation", mailRepeatedBefore(now));
          if (again !== null) yield* repos.teams.removeInvitation(own.id, again.id);
          yield* repos.teams.invite({
            id,
            team_id: own.id,
            email: form.email.trim(),
            role: form.role,
            invited_at: now,
          });
          yield* repos.notices.enqueue({ id: `invitation:${id}`, kind: "team-invitation", about: id }, now);
        }),
      );
    });

/** Runs what only the administrator of a team does; what is not in the team is not found. (ACC-08) */
const asAdmin = (
  account: Account,
  change: (teamId: string) => Effect.Effect<boolean>,
): Effect.Effect<void, Forbidden | NotFound> =>
  requireAdmin("only_admins")(account).pipe(
    Effect.flatMap(({ id }) => change(id)),
    Effect.flatMap((found) =>
      found ? Effect.void : Effect.fail(new NotFound({ message: teamRefusalMessage({ _tag: "NotAMember" }) })),
    ),
  );

/** Takes an invitation back. (ACC-08) */
export const withdrawInvitation = (ports: TeamPorts) => (account: Account, id: string) =>
  asAdmin(account, (team) => ports.transactions.read.teams.removeInvitation(team, id));

/** Gives a member another role. (ACC-08) */
export const setMemberRole = (ports: TeamPorts) => (account: Account, userId: string, role: MemberRole) =>
  asAdmin(account, (team) => ports.transactions.read.teams.setRole(team, userId, role));

/** Takes a member out of the team: nothing of it stays theirs. (ACC-08) */
export const removeTeamMember = (ports: TeamPorts) => (account: Account, userId: string) =>
  asAdmin(account, (team) => ports.transactions.read.teams.remove(team, userId));

/** Leaves the team that one works in; who is in none has left already. (ACC-08) */
export const leaveTeam =
  (ports: TeamPorts) =>
  (account: Account): Effect.Effect<void> =>
    worksInTeam(account)
      ? Effect.asVoid(ports.transactions.read.teams.remove(planHolderId(account), account.id))
      : Effect.void;

/** The invitation that a mail's link is for; refused where it was withdrawn or used. (ACC-08) */
const requireInvitation = (
  ports: TeamPorts,
  repos: Repositories,
  token: string,
): Effect.Effect<TeamInvitation, Forbidden> =>
  Effect.gen(function* () {
    const said = ports.links.invitation.open(token);
    const invitation = said === null ? null : yield* repos.teams.invitation(said.invitation_id);
    return invitation ?? (yield* new Forbidden({ message: message("invitation_over") }));
  });

/** Who invites, as what, and which address, for whoever holds the mail's link. (ACC-08) */
export const viewInvitation =
  (ports: TeamPorts) =>
  (
    token: string,
  ): Effect.Effect<{ readonly team: string; readonly role: MemberRole; readonly email: string }, Forbidden> =>
    Effect.gen(function* () {
      const { read } = ports.transactions;
      const { team_id, role, email } = yield* requireInvitation(ports, read, token);
      const owner = yield* read.accounts.get(team_id);
      const profile = yield* read.accounts.profile(team_id);
      const team = owner === null ? "" : teamName(owner, profile);
      return { team, role, email };
    });

/** Joins the team that an invitation is for; the mail that it came with confirms the address. (ACC-08) */
export const joinTeam =
  (ports: TeamPorts) =>
  (account: Account, token: string): Effect.Effect<void, Conflict | Forbidden> =>
    ports.transactions.run((repos) =>
      Effect.gen(function* () {
        const { id, team_id, email, role } = yield* requireInvitation(ports, repos, token);
        // The team first, then who joins: everybody locks them in this order.
        const team = yield* repos.accounts.lock(team_id);
        const own = (yield* repos.accounts.lock(account.id)) ?? account;
        if (team === null || isDeleted(team) || isDeleted(own) || team_id === own.id)
          return yield* new Forbidden({ message: message("invitation_over") });
        const hasPlan =
          (yield* repos.subscriptions.current(own.id)) !== null ||
          (yield* repos.orders.openSubscriptionOrder(own.id)) !== null;
        const hasTeam =
          (yield* repos.teams.members(own.id)).length + (yield* repos.teams.invitations(own.id)).length > 0;
        const refusal = joinRefusal({
          email: own.email,
          invited: email,
          isMember: worksInTeam(own),
          hasPlan,
          hasTeam,
        });
        if (refusal !== null) return yield* refused(refusal);
        if (!(yield* repos.teams.removeInvitation(team_id, id)))
          return yield* new Forbidden({ message: message("invitation_over") });
        const now = ports.clock.now();
        yield* repos.teams.join(own, team_id, role, now);
        yield* repos.accounts.confirm(own.id, now);
      }),
    );
