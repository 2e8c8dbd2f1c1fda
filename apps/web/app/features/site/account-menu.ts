import { type LegacyFlags, isLegacyPlan } from "@backlot/domain/subscriptions/legacy-plan";
import type { LicenseId } from "@backlot/domain/licensing/license";
import { mayManageSubscription, mayManageTeam } from "@backlot/domain/accounts/team";

export type AccountMenuEntry =
  | "Profile"
  | "Wishlists"
  | "Downloads"
  | "Manage Subscription"
  | "Order History"
  | "Manage Team"
  | "Suggest a Product"
  | "Sell"
  | "Report a Bug"
  | "Logout";

/** Account data that the menu depends on. */
interface MenuOwner {
  readonly subscription: { readonly license_id: LicenseId } | null;
  readonly should_see_manage_subscription: boolean;
}

/**
 * Returns the entries of the account menu, most used first. "Manage Subscription" and "Manage Team" need permission.
 */
export const accountMenu = (owner: MenuOwner): readonly AccountMenuEntry[] => [
  "Downloads",
  "Wishlists",
  ...(mayManageSubscription(owner.subscription, owner.should_see_manage_subscription)
    ? (["Manage Subscription"] as const)
    : []),
  "Order History",
  ...(mayManageTeam(owner.subscription) ? (["Manage Team"] as const) : []),
  "Profile",
  "Suggest a Product",
  "Sell",
  "Report a Bug",
  "Logout",
];

/**
 * Returns what a subscriber's badge shows: the plan's name ("subscription") for legacy and plus plans, or the credit
 * balance for all others.
 */
export const subscriberBadge = (flags: LegacyFlags): "subscription" | "credits" =>
  isLegacyPlan(flags) ? "subscription" : "credits";
