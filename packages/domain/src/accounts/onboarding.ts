import type { LicenseId } from "../licensing/license.ts";

/**
 * Returns the onboarding step to open: 0 (account) for a visitor, 1 (license type) for a user without a license, or 2
 * (payment).
 */
export const onboardingStep = (user: { readonly license: LicenseId | null } | null): 0 | 1 | 2 =>
  user === null ? 0 : user.license === null ? 1 : 2;

/** The action of a page after a login: reload, or refresh only the session and greet the customer. */
export type AfterLogin = "reload" | "refresh-and-greet";

const RELOADING = [/^\/collections(\/|$)/, /^\/3d(\/|$)/, /^\/products(\/|$)/, /^\/checkout(\/|$)/, /^\/pricing(\/|$)/];

/**
 * Returns the action of a page after a login. Pages whose prices or access depend on the account reload, unless the
 * caller postpones that (`reloadPostponed`).
 */
export const afterLogin = (pathname: string, reloadPostponed: boolean): AfterLogin =>
  !reloadPostponed && RELOADING.some((page) => page.test(pathname)) ? "reload" : "refresh-and-greet";

/**
 * Returns the page to show after a signup: the free plan's welcome page if it started on a pricing page, or null to
 * stay.
 */
export const afterSignup = (pathname: string): "/subscribed-to-free-plan" | null =>
  /^\/pricing(\/|$)/.test(pathname) ? "/subscribed-to-free-plan" : null;
