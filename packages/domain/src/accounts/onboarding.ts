import type { LicenseId } from "../licensing/license.ts";

/** Returns the step onboarding opens at: 0 account, 1 license type, 2 payment. */
export const onboardingStep = (user: { readonly license: LicenseId | null } | null): 0 | 1 | 2 =>
  user === null ? 0 : user.license === null ? 1 : 2;

/** What happens after a login: the page reloads, or the session is refreshed and the visitor is greeted. */
export type AfterLogin = "reload" | "refresh-and-greet";

const RELOADING = [/^\/collections(\/|$)/, /^\/3d(\/|$)/, /^\/products(\/|$)/, /^\/checkout(\/|$)/, /^\/pricing(\/|$)/];

/** Returns what happens after a login on a page. Pages with prices or access reload, unless the caller postpones it. */
export const afterLogin = (pathname: string, reloadPostponed: boolean): AfterLogin =>
  !reloadPostponed && RELOADING.some((page) => page.test(pathname)) ? "reload" : "refresh-and-greet";

/** Returns the page a signup leads to: the welcome page for new free accounts from the pricing page, or else null. */
export const afterSignup = (pathname: string): "/subscribed-to-free-plan" | null =>
  /^\/pricing(\/|$)/.test(pathname) ? "/subscribed-to-free-plan" : null;
