import * as Result from "effect/Result";
import type { TeamRole } from "./account.schema.ts";
import { type LicenceId, isEnterprise } from "../licensing/licence.ts";

/** Artists and downloaders work under somebody else's plan. */
const worksForOthers = (role: TeamRole): boolean => role !== "Admin";

/** Why a role may not change the team's plan; null where it may. (CHG-06) */
export const planChangeError = (role: TeamRole): "team_may_not_change_plan" | null =>
  worksForOthers(role) ? "team_may_not_change_plan" : null;

/**
 * Why credits can't be bought: the team's role, or a legacy plan that counts in credits; null where they can. (CRD-07)
 */
export const creditPurchaseError = (buyer: {
  readonly role: TeamRole;
  readonly is_credit_based_legacy: boolean;
}): "legacy_may_not_buy_credits" | "team_may_not_buy_credits" | null =>
  worksForOthers(buyer.role)
    ? "team_may_not_buy_credits"
    : buyer.is_credit_based_legacy
      ? "legacy_may_not_buy_credits"
      : null;

/** Manage Team is for plans of a licence from Startup on. (ACC-08) */
export const mayManageTeam = (subscription: { readonly license_id: LicenceId } | null): boolean =>
  subscription !== null && subscription.license_id >= 2;

/** Manage Subscription needs a subscription and the account's flag. (ACC-08) */
export const mayManageSubscription = (subscription: object | null, shouldSee: boolean): boolean =>
  subscription !== null && shouldSee;

/**
 * Whether PayPal may pay: no setting hides it, and neither the minimum, nor the running plan's, nor the purchase's
 * licence is an Enterprise one. (LIC-14, CHK-09)
 */
export const isPayPalAllowed = (known: {
  readonly hidden: boolean;
  readonly minimum: LicenceId;
  readonly current: LicenceId | null;
  readonly purchase: LicenceId;
}): boolean =>
  !known.hidden && ![known.minimum, known.current, known.purchase].some((id) => id !== null && isEnterprise(id));

/** A member of a team. (ACC-08) */
export interface TeamMember {
  readonly user_id: string;
  readonly role: TeamRole;
}

/** Why the members of a team can't be changed so, and what would work. (ACC-08) */
export type TeamRefusal =
  | { readonly _tag: "OnlyAdmins" }
  | { readonly _tag: "PlanHasNoTeam" }
  | { readonly _tag: "LastAdmin" }
  | { readonly _tag: "NotAMember" };

const managing = (actor: TeamMember, subscription: { readonly license_id: LicenceId } | null): TeamRefusal | null =>
  actor.role !== "Admin" ? { _tag: "OnlyAdmins" } : mayManageTeam(subscription) ? null : { _tag: "PlanHasNoTeam" };

/** Whether somebody may invite into their team: administrators of a plan that has one. (ACC-08) */
export const mayInvite = (
  actor: TeamMember,
  subscription: { readonly license_id: LicenceId } | null,
): Result.Result<"invite", TeamRefusal> => {
  const refused = managing(actor, subscription);
  return refused === null ? Result.succeed("invite") : Result.fail(refused);
};

/** The team without a member; the last administrator stays, since nobody else could manage it. (ACC-08) */
export const removeMember = (
  actor: TeamMember,
  subscription: { readonly license_id: LicenceId } | null,
  members: readonly TeamMember[],
  user_id: string,
): Result.Result<readonly TeamMember[], TeamRefusal> => {
  const refused = managing(actor, subscription);
  if (refused !== null) return Result.fail(refused);
  const leaving = members.find((member) => member.user_id === user_id);
  if (leaving === undefined) return Result.fail({ _tag: "NotAMember" });
  const left = members.filter((member) => member.user_id !== user_id);
  return left.some((member) => member.role === "Admin") ? Result.succeed(left) : Result.fail({ _tag: "LastAdmin" });
};
