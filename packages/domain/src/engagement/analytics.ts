import { type Order, creditsOf, planVariantOf, variantOf } from "../orders/order.ts";
import type { AnalyticsEvent, AnalyticsUser, PurchaseEvent } from "./analytics.schema.ts";

export type {
  AnalyticsEvent,
  AnalyticsUser,
  PurchaseEvent,
  RecordedEvent,
  SearchEvent,
} from "./analytics.schema.ts";

/** The cookie that stores the browser's fingerprint and the visitor's consent. */
export const FINGERPRINT_COOKIE = "browser_fingerprint";

/** Lifetime of the fingerprint cookie, in days. */
export const FINGERPRINT_COOKIE_DAYS = 36_500;

/** The cookie value of a visitor who declined. */
export const REFUSED_CONSENT = "refused";

/** Maximum number of results to record per search, best match first. */
export const MOST_RECORDED_RESULTS = 50;

/** Minimum fingerprint length for recording search results, in characters. */
export const MIN_FINGERPRINT_LENGTH = 16;

/** Matches only what our consent prompt writes. A cookie of the same name from another script is not consent. */
const GIVEN = /^v1\.([\w-]{1,64})$/;

/** Returns the cookie value of a visitor who consents, which contains their browser's fingerprint. */
export const givenConsent = (fingerprint: string): string => `v1.${fingerprint}`;

/** A visitor's answer to the consent prompt. */
export type Consent = "given" | "refused" | "not-asked";

/**
 * Returns the visitor's consent. The browser's Global Privacy Control signal (`optsOut`) overrides the cookie, and an
 * unknown cookie value counts as declined. (ANL-01)
 */
export const consentOf = (cookie: string | null, optsOut: boolean): Consent => {
  if (optsOut) return "refused";
  if (cookie === null) return "not-asked";
  return GIVEN.test(cookie) ? "given" : "refused";
};

/** Returns whether events may be recorded, which requires consent. */
export const mayRecord = (consent: Consent): boolean => consent === "given";

/** Returns the fingerprint to record events under, or null if nothing may be recorded. */
export const recordedFingerprint = (cookie: string | null, optsOut: boolean): string | null =>
  mayRecord(consentOf(cookie, optsOut)) ? (GIVEN.exec(cookie ?? "")?.[1] ?? null) : null;

/**
 * Returns whether to record a search's results. True if the search was recorded and the fingerprint is long enough to
 * tell browsers apart.
 */
export const mayRecordResults = (search: {
  readonly search_id: string | null;
  readonly browser_fingerprint: string;
}): boolean => search.search_id !== null && search.browser_fingerprint.length >= MIN_FINGERPRINT_LENGTH;

/**
 * Returns the user fields of an event; pass null for a visitor. An account counts as "subscriber" unless it is a free
 * subscriber.
 */
export const analyticsUser = (
  account: { readonly id: string; readonly email: string; readonly free_subscriber: boolean } | null,
): AnalyticsUser =>
  account === null
    ? { user_id: null, user_email: null, user_type: "visitor" }
    : { user_id: account.id, user_email: account.email, user_type: account.free_subscriber ? "free" : "subscriber" };

/** A visit to a product page. `query_id` is the id of the search that led there, if any. */
export interface OpenedProduct {
  readonly slug: string;
  readonly name: string;
  readonly url: string;
  readonly product_type: string;
  readonly query_id?: string | undefined;
  /** Position among the results, from 1. */
  readonly position?: number | undefined;
}

/** Returns the events of a product page visit: the visit, and a click if a search led there. */
export const eventsOfVisit = ({
  slug,
  name,
  url,
  product_type,
  query_id,
  position,
}: OpenedProduct): readonly AnalyticsEvent[] => [
  { _tag: "product_page_visit", slug, name, url, product_type },
  ...(query_id === undefined || position === undefined ? [] : [{ _tag: "click" as const, slug, query_id, position }]),
];

/** Returns the event to record when an order is paid. Its kind is that of the first item. */
export const purchaseEvent = ({ id, items, quote }: Pick<Order, "id" | "items" | "quote">): PurchaseEvent => ({
  _tag: "purchase",
  order_id: id,
  kind: items[0].kind,
  plan_variant_id: planVariantOf(items[0]),
  credits: items.map(creditsOf).find((credits) => credits !== null) ?? null,
  variant_ids: items.map(variantOf).filter((variant) => variant !== null),
  amount: quote.total,
});
