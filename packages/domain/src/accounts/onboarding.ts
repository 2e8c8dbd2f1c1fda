import type { LicenseId } from "../licensing/license.ts";

/** The step that the onboarding opens at: 0 account, 1 license type, 2 payment. (ACC-06) */
export const onboardingStep = (user: { readonly license: LicenseId | null } | null): 0 | 1 | 2 =>
  user === null ? 0 : user.license === null ? 1 : 2;

/** What follows a login: the page loads again, or the session is refreshed and the visitor is greeted. (ACC-03) */
export type AfterLogin = "reload" | "refresh-and-greet";

const RELOADING = [/^\/collections(\/|$)/, /^\/3d(\/|$)/, /^\/products(\/|$)/, /^\/checkout(\/|$)/, /^\/pricing(\/|$)/];

/**
 * What follows a login on a page. Pages that show prices or access load again, unless somebody postpones it. (ACC-03)
 */
export const afterLogin = (pathname: string, reloadPostponed: boolean): AfterLogin =>
  !reloadPostponed && RELOADING.some((page) => page.test(pathname)) ? "reload" : "refresh-and-greet";

/**
 * Where a signup leads: from the pricing page to the page of new free accounts, else nowhere in particular. (ACC-01,
 * PLN-08)
 */
export const afterSignup = (pathname: string): "/subscribed-to-free-plan" | null =>
  /^\/pricing(\/|$)/.test(pathname) ? "/subscribed-to-free-plan" : null;
