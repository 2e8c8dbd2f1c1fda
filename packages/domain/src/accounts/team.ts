import type { Account, MemberRole, TeamRole } from "./account.schema.ts";
import { type LicenseId, isEnterprise } from "../licensing/license.ts";

/** The role of an account: who works in nobody's team is the administrator of their own. (ACC-08) */
export const roleOf = (account: Pick<Account, "team_role">): TeamRole => account.team_role ?? "Admin";

/** Whether a role works under somebody else's plan, which is not its own to pay or to change. (ACC-08) */
export const isTeamMember = (role: TeamRole): role is MemberRole => role !== "Admin";

/** Whether an account works in somebody else's team. (ACC-08) */
export const worksInTeam = (account: Pick<Account, "team_role">): boolean => isTeamMember(roleOf(account));

/** The account whose plan, credits and license somebody uses: their team's, or their own. (ACC-08) */
export const planHolderId = (account: Pick<Account, "id" | "team_id">): string => account.team_id ?? account.id;

/**
 * A member's account as its pages show it: the license and the plan are those of its team, which its administrator
 * confirms, manages and pays. (ACC-05, ACC-08)
 */
export const memberAccount = (own: Account, administrator: Account): Account => ({
  ...own,
  min_license_id: administrator.min_license_id,
  free_subscriber: administrator.free_subscriber,
  should_see_confirm_license: false,
  should_see_manage_subscription: false,
  stripe_customer_token: null,
});

/** Why a role may not change the team's plan; null where it may. (CHG-06) */
export const planChangeError = (role: TeamRole): "team_may_not_change_plan" | null =>
  isTeamMember(role) ? "team_may_not_change_plan" : null;

/** Who would buy credits: their role, and whether a legacy plan of theirs counts in credits. */
export interface CreditBuyer {
  readonly role: TeamRole;
  readonly is_credit_based_legacy: boolean;
}

/**
 * Why credits can't be bought: the team's role, or a legacy plan that counts in credits; null where they can. (CRD-07)
 */
export const creditPurchaseError = (
  buyer: CreditBuyer,
): "legacy_may_not_buy_credits" | "team_may_not_buy_credits" | null =>
  isTeamMember(buyer.role)
    ? "team_may_not_buy_credits"
    : buyer.is_credit_based_legacy
      ? "legacy_may_not_buy_credits"
      : null;

/** Whether a role says who is licensed: the account that has the plan does. (LIC-08, ACC-08) */
export const mayConfirmLicense = (role: TeamRole): boolean => !isTeamMember(role);

/** Manage Team is for plans of a license from Startup on. (ACC-08) */
export const mayManageTeam = (subscription: { readonly license_id: LicenseId } | null): boolean =>
  subscription !== null && subscription.license_id >= 2;

/** Manage Subscription needs a subscription and the account's flag. (ACC-08) */
export const mayManageSubscription = (subscription: object | null, shouldSee: boolean): boolean =>
  subscription !== null && shouldSee;

/**
 * Whether PayPal may pay: no setting hides it, and neither the minimum, nor the running plan's, nor the purchase's
 * license is an Enterprise one. (LIC-14, CHK-09)
 */
export const isPayPalAllowed = (known: {
  readonly hidden: boolean;
  readonly minimum: LicenseId;
  readonly current: LicenseId | null;
  readonly purchase: LicenseId;
}): boolean =>
  !known.hidden && ![known.minimum, known.current, known.purchase].some((id) => id !== null && isEnterprise(id));

/** How many people work under a plan, its administrator among them. Set by the store, not sold. (ACC-08) */
export interface TeamSeats {
  readonly startup: number;
  readonly enterprise: number;
}

/** The seats of a plan's team; none where its license has no team. (ACC-08) */
export const seatsOf = (subscription: { readonly license_id: LicenseId } | null, seats: TeamSeats): number =>
  subscription === null || !mayManageTeam(subscription)
    ? 0
    : isEnterprise(subscription.license_id)
      ? seats.enterprise
      : seats.startup;

/** Whether a role spends the team's credits; everybody downloads what is open or owned. (ACC-08) */
export const maySpendCredits = (role: TeamRole): boolean => role !== "Download Only";

const MEMBER_MAY: Readonly<Record<MemberRole, string>> = {
  Artist: "Downloads, and spends the team's credits",
  "Download Only": "Downloads what the plan opens and what the team owns",
};

/** The roles that a member may have, in the order in which they are offered. (ACC-08) */
export const MEMBER_ROLES: readonly MemberRole[] = ["Artist", "Download Only"];

/** What a role of a member may do, in words. (ACC-08) */
export const memberMay = (role: MemberRole): string => MEMBER_MAY[role];

/** The role of a member that a text names; the lesser one for any other text. (ACC-08) */
export const memberRoleNamed = (text: string): MemberRole =>
  MEMBER_ROLES.find((role) => role === text) ?? "Download Only";

/** The role that a member can be given instead of theirs. (ACC-08) */
export const otherRole = (role: MemberRole): MemberRole => (role === "Artist" ? "Download Only" : "Artist");

/** What goes with a place in a team: told to who leaves, or of the member of a name who is taken out. (ACC-08) */
export const leavingText = (name: string | null): string =>
  name === null
    ? "You lose the team's plan, its credits and what it owns. Your own account stays."
    : `${name} loses the team's plan, its credits and what it owns. Their own account stays.`;

/** How many seats of a team are taken by members and invitations, its administrator's own beside them. (ACC-08) */
export const seatsText = (taken: number, seats: number): string =>
  `${taken + 1} of ${seats} seats taken, yours among them.`;

/** Why a team can't be changed so, and what would work. (ACC-08) */
export type TeamRefusal =
  | { readonly _tag: "OnlyAdmins" }
  | { readonly _tag: "PlanHasNoTeam" }
  | { readonly _tag: "TeamFull"; readonly seats: number }
  | { readonly _tag: "NotAMember" }
  | { readonly _tag: "AlreadyInTeam" }
  | { readonly _tag: "HasOwnPlan" }
  | { readonly _tag: "InvitedAnother"; readonly email: string };

/**
 * Why an account can't invite somebody now; null where it can. Only who works for nobody else has a team, its plan must
 * have seats, and who was invited already takes one. (ACC-08)
 */
export const inviteRefusal = (team: {
  readonly isMember: boolean;
  readonly seats: number;
  /** Members and open invitations; the administrator is not among them. */
  readonly taken: number;
}): TeamRefusal | null => {
  if (team.isMember) return { _tag: "OnlyAdmins" };
  if (team.seats === 0) return { _tag: "PlanHasNoTeam" };
  return team.taken + 1 >= team.seats ? { _tag: "TeamFull", seats: team.seats } : null;
};

/** What inviting somebody comes to: an invitation, the same mail again, or an invitation in place of the open one. */
export type InviteOutcome =
  | { readonly _tag: "refused"; readonly refusal: TeamRefusal }
  | { readonly _tag: "invite" }
  | { readonly _tag: "repeat" }
  | { readonly _tag: "replace" };

/**
 * What inviting somebody comes to. Who has an open invitation takes no other seat; in another role it is replaced, so
 * that the mail before opens nothing. (ACC-08)
 */
export const inviteOutcome = (
  team: Parameters<typeof inviteRefusal>[0],
  role: MemberRole,
  open: { readonly role: MemberRole } | null,
): InviteOutcome => {
  const refusal = inviteRefusal(open === null ? team : { ...team, taken: team.taken - 1 });
  if (refusal !== null) return { _tag: "refused", refusal };
  if (open === null) return { _tag: "invite" };
  return { _tag: open.role === role ? "repeat" : "replace" };
};

/** Whether an invitation is for an address, in capitals or not. (ACC-08) */
export const isInvited = (email: string, invited: string): boolean => email.toLowerCase() === invited.toLowerCase();

/**
 * Why an account can't join a team; null where it can: it was invited by its address, works for nobody yet, and has no
 * plan and no team of its own, which it could not use then. (ACC-08)
 */
export const joinRefusal = (who: {
  readonly email: string;
  readonly invited: string;
  readonly isMember: boolean;
  readonly hasPlan: boolean;
  readonly hasTeam: boolean;
}): TeamRefusal | null => {
  if (!isInvited(who.email, who.invited)) return { _tag: "InvitedAnother", email: who.invited };
  if (who.isMember) return { _tag: "AlreadyInTeam" };
  return who.hasPlan || who.hasTeam ? { _tag: "HasOwnPlan" } : null;
};
