import { type LegacyFlags, isLegacyPlan } from "@backlot/domain/subscriptions/legacy-plan";
import type { LicenseId } from "@backlot/domain/licensing/license";
import { mayManageSubscription, mayManageTeam } from "@backlot/domain/accounts/team";

/** An entry of the account menu. (SHL-02) */
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

/** What of an account its menu depends on. */
export interface MenuOwner {
  readonly subscription: { readonly license_id: LicenseId } | null;
  readonly should_see_manage_subscription: boolean;
}

/** The entries of the account menu in their order; two of them only for those who may use them. (SHL-02, ACC-08) */
export const accountMenu = (owner: MenuOwner): readonly AccountMenuEntry[] => [
  "Profile",
  "Wishlists",
  "Downloads",
  ...(mayManageSubscription(owner.subscription, owner.should_see_manage_subscription)
    ? (["Manage Subscription"] as const)
    : []),
  "Order History",
  ...(mayManageTeam(owner.subscription) ? (["Manage Team"] as const) : []),
  "Suggest a Product",
  "Sell",
  "Report a Bug",
  "Logout",
];

/**
 * Which badge stands beside a subscriber: legacy and plus plans have the subscription badge, others the credits.
 * (SHL-02)
 */
export const subscriberBadge = (flags: LegacyFlags): "subscription" | "credits" =>
  isLegacyPlan(flags) ? "subscription" : "credits";

/**
 * What the header shows of a visitor: a placeholder while nobody knows, then the way in, or the account's menu.
 * (SHL-01)
 */
export const headerAccount = (authenticated: boolean | undefined): "placeholder" | "sign-in" | "account-menu" =>
  authenticated === undefined ? "placeholder" : authenticated ? "account-menu" : "sign-in";
