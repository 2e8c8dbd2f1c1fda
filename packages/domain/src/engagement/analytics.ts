import type { AnalyticsUser } from "./analytics.schema.ts";

export type { AnalyticsUser, BlogArticleVisit, ProductPageVisit, SearchEvent } from "./analytics.schema.ts";

/** How long the browser's fingerprint is kept in its cookie, in days. (ANL-01) */
export const FINGERPRINT_COOKIE_DAYS = 36_500;

/** The shortest fingerprint with which the results of a search are recorded, in characters. (ANL-01) */
export const MIN_FINGERPRINT_LENGTH = 16;

/** Whether anything is recorded of a visitor: only with their consent. (ANL-01) */
export const mayRecord = (consent: "given" | "refused" | "not-asked"): boolean => consent === "given";

/**
 * Whether the results of a search are recorded: the search was, and the fingerprint is long enough to tell browsers
 * apart. (ANL-01)
 */
export const mayRecordResults = (search: {
  readonly search_id: string | null;
  readonly browser_fingerprint: string;
}): boolean => search.search_id !== null && search.browser_fingerprint.length >= MIN_FINGERPRINT_LENGTH;

/** The user fields of an event. A subscriber is one with a paid plan. (ANL-01) */
export const analyticsUser = (
  account: { readonly id: string; readonly email: string; readonly free_subscriber: boolean } | null,
): AnalyticsUser =>
  account === null
    ? { user_id: null, user_email: null, user_type: "visitor" }
    : { user_id: account.id, user_email: account.email, user_type: account.free_subscriber ? "free" : "subscriber" };
