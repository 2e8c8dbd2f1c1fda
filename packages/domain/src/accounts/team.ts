import type { Account, MemberRole, TeamRole } from "./account.schema.ts";
import { emailKey } from "../kernel/email-address.ts";
import { type LicenseId, isEnterprise } from "../licensing/license.ts";

/** Returns the role of an account. An account that is not a member of a team is the administrator of its own. */
export const roleOf = (account: Pick<Account, "team_role">): TeamRole => account.team_role ?? "Admin";

/** Returns whether a role belongs to a team member, who uses the team's plan but can't change or pay for it. */
export const isTeamMember = (role: TeamRole): role is MemberRole => role !== "Admin";

/** Returns whether an account is a member of another account's team. */
export const worksInTeam = (account: Pick<Account, "team_role">): boolean => isTeamMember(roleOf(account));

/**
 * Returns the id of the account whose plan, credits, and license an account uses: the team's administrator for a
 * member, or else the account itself.
 */
export const planHolderId = (account: Pick<Account, "id" | "team_id">): string => account.team_id ?? account.id;

/**
 * Returns a member's account with the license and plan of the team. Clears the prompts and the Stripe customer, because
 * only the administrator confirms, manages, and pays.
 */
export const memberAccount = (account: Account, administrator: Account): Account => ({
  ...account,
  min_license_id: administrator.min_license_id,
  free_subscriber: administrator.free_subscriber,
  should_see_confirm_license: false,
  should_see_manage_subscription: false,
  stripe_customer_token: null,
});

/** Returns why a role can't change the plan, or null if it can. Only the administrator can. */
export const planChangeError = (role: TeamRole): "team_may_not_change_plan" | null =>
  isTeamMember(role) ? "team_may_not_change_plan" : null;

/**
 * The facts that determine whether a person can buy credits: their team role, and whether they have a credit-based
 * legacy plan.
 */
export interface CreditBuyer {
  readonly role: TeamRole;
  readonly is_credit_based_legacy: boolean;
}

/** Returns why a person can't buy credits, or null if they can. Team members and credit-based legacy plans can't. */
export const creditPurchaseError = (
  buyer: CreditBuyer,
): "legacy_may_not_buy_credits" | "team_may_not_buy_credits" | null =>
  isTeamMember(buyer.role)
    ? "team_may_not_buy_credits"
    : buyer.is_credit_based_legacy
      ? "legacy_may_not_buy_credits"
      : null;

/** Returns whether a role can confirm the license. Only the account that owns the plan can. */
export const mayConfirmLicense = (role: TeamRole): boolean => !isTeamMember(role);

/**
 * Returns whether a plan includes team management. Plans under a Startup or Enterprise license do; null means no plan.
 */
export const mayManageTeam = (subscription: { readonly license_id: LicenseId } | null): boolean =>
  subscription !== null && subscription.license_id >= 2;

/**
 * Returns whether to show "Manage Subscription". The account must have a subscription and the flag
 * `should_see_manage_subscription`. (ACC-08)
 */
export const mayManageSubscription = (subscription: object | null, shouldSee: boolean): boolean =>
  subscription !== null && shouldSee;

/**
 * The number of people per team, including the administrator. The store configures it; customers can't buy more seats.
 */
export interface TeamSeats {
  readonly startup: number;
  readonly enterprise: number;
}

/** Returns the number of seats in a plan's team, or 0 if there is no plan or its license doesn't include a team. */
export const seatsOf = (subscription: { readonly license_id: LicenseId } | null, seats: TeamSeats): number =>
  subscription === null || !mayManageTeam(subscription)
    ? 0
    : isEnterprise(subscription.license_id)
      ? seats.enterprise
      : seats.startup;

/**
 * Returns whether a role can spend the team's credits. Every role can download what the plan includes or the team owns.
 */
export const maySpendCredits = (role: TeamRole): boolean => role !== "Download Only";

const MEMBER_MAY: Readonly<Record<MemberRole, string>> = {
  Artist: "Can download items and spend the team's credits",
  "Download Only": "Can download items in the plan and items the team owns",
};

/** The roles a member can have, in display order. */
export const MEMBER_ROLES: readonly MemberRole[] = ["Artist", "Download Only"];

/** Returns a description of what a member's role allows. */
export const memberMay = (role: MemberRole): string => MEMBER_MAY[role];

/** Parses a member role. Unknown text becomes "Download Only", the role with fewer permissions. */
export const memberRoleNamed = (text: string): MemberRole =>
  MEMBER_ROLES.find((role) => role === text) ?? "Download Only";

/** Returns the role that a member can be switched to. */
export const otherRole = (role: MemberRole): MemberRole => (role === "Artist" ? "Download Only" : "Artist");

/**
 * Returns what a member loses by leaving the team. Addresses the member if `name` is null; otherwise tells the
 * administrator about the member with that name.
 */
export const leavingText = (name: string | null): string =>
  name === null
    ? "You'll lose access to the team's plan, credits, and items. You keep your own account."
    : `${name} will lose access to the team's plan, credits, and items. They keep their own account.`;

/**
 * Returns how many seats are in use, for the administrator. `taken` counts members and open invitations, without the
 * administrator.
 */
export const seatsText = (taken: number, seats: number): string =>
  `${taken + 1} of ${seats} seats used, including yours.`;

/** Why a team change was rejected. `seats` is the size of the team, and `email` the address that was invited. */
export type TeamRefusal =
  | { readonly _tag: "OnlyAdmins" }
  | { readonly _tag: "PlanHasNoTeam" }
  | { readonly _tag: "TeamFull"; readonly seats: number }
  | { readonly _tag: "NotAMember" }
  | { readonly _tag: "AlreadyInTeam" }
  | { readonly _tag: "HasOwnPlan" }
  | { readonly _tag: "InvitedAnother"; readonly email: string };

/**
 * Returns why an account can't invite anyone, or null if it can. It must be the administrator of a team with a free
 * seat.
 */
export const inviteRefusal = (team: {
  readonly isMember: boolean;
  readonly seats: number;
  /** Members and open invitations, without the administrator. */
  readonly taken: number;
}): TeamRefusal | null => {
  if (team.isMember) return { _tag: "OnlyAdmins" };
  if (team.seats === 0) return { _tag: "PlanHasNoTeam" };
  return team.taken + 1 >= team.seats ? { _tag: "TeamFull", seats: team.seats } : null;
};

/**
 * The outcome of an invitation: "refused", "invite" (sends a new invitation), "repeat" (sends the open one again), or
 * "replace" (replaces the open one).
 */
export type InviteOutcome =
  | { readonly _tag: "refused"; readonly refusal: TeamRefusal }
  | { readonly _tag: "invite" }
  | { readonly _tag: "repeat" }
  | { readonly _tag: "replace" };

/**
 * Returns the outcome of inviting someone. `open` is the open invitation to the same person, or null; it doesn't take a
 * second seat. If its role differs, it is replaced, which invalidates the link already sent. (ACC-08)
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

/** Returns whether an invitation is for an email address, however it is written. */
export const isInvited = (email: string, invited: string): boolean => emailKey(email) === emailKey(invited);

/**
 * Returns why an account can't join a team, or null if it can. Its address must be the invited one, and it must not be
 * in a team or have a plan or a team of its own, because it could not use them as a member. (ACC-08)
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
