import type { AnalyticsEvent, AnalyticsUser, PurchaseEvent } from "./analytics.schema.ts";

export type {
  AnalyticsEvent,
  AnalyticsUser,
  PurchaseEvent,
  RecordedEvent,
  SearchEvent,
} from "./analytics.schema.ts";

/** The cookie that tells a browser from others, and says whether its holder consented. (ANL-01) */
export const FINGERPRINT_COOKIE = "browser_fingerprint";

/** How long the browser's fingerprint is kept in its cookie, in days. (ANL-01) */
export const FINGERPRINT_COOKIE_DAYS = 36_500;

/** What the cookie holds of a visitor who refused. */
export const REFUSED_CONSENT = "refused";

/** The shortest fingerprint with which the results of a search are recorded, in characters. (ANL-01) */
export const MIN_FINGERPRINT_LENGTH = 16;

const FINGERPRINT = /^[\w-]{1,64}$/;

/** What a visitor said to being recorded. (ANL-01) */
export type Consent = "given" | "refused" | "not-asked";

/**
 * What a visitor said, by the cookie and by the browser's own signal against being tracked (Global Privacy Control). A
 * cookie that is no fingerprint is taken for a refusal. (ANL-01)
 */
export const consentOf = (cookie: string | null, optsOut: boolean): Consent => {
  if (optsOut) return "refused";
  if (cookie === null) return "not-asked";
  return cookie !== REFUSED_CONSENT && FINGERPRINT.test(cookie) ? "given" : "refused";
};

/** Whether anything is recorded of a visitor: only with their consent. (ANL-01) */
export const mayRecord = (consent: Consent): boolean => consent === "given";

/** The fingerprint that events are recorded under; null where nothing is recorded. (ANL-01) */
export const recordedFingerprint = (cookie: string | null, optsOut: boolean): string | null =>
  mayRecord(consentOf(cookie, optsOut)) ? cookie : null;

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

/** A product page that was opened, and the search it was found by where there was one. */
export interface OpenedProduct {
  readonly slug: string;
  readonly name: string;
  readonly url: string;
  readonly product_type: string;
  readonly query_id?: string | undefined;
  /** Its place among the results, from 1. */
  readonly position?: number | undefined;
}

/** The events of a product page that was opened: the visit, and the click where a search led there. (ANL-01, ANL-02) */
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

/** A purchase as an event; what is not said of it is not known, or does not belong to its kind. (ANL-02) */
export const purchaseEvent = (
  bought: Pick<PurchaseEvent, "kind" | "reference"> & Partial<PurchaseEvent>,
): PurchaseEvent => ({
  plan_variant_id: null,
  collection_id: null,
  variant_ids: [],
  credits: null,
  amount: null,
  ...bought,
  _tag: "purchase",
});

/** The id that an event is recorded under. A purchase has one, however often its buyer comes back. (ANL-02) */
export const eventId = (event: AnalyticsEvent, next: () => string): string =>
  event._tag === "purchase" ? `purchase:${event.reference}` : next();
