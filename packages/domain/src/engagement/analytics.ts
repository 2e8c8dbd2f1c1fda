import { type Order, creditsOf, planVariantOf, variantOf } from "../orders/order.ts";
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

/** How many results of a search are recorded at most, the best first. (ANL-01) */
export const MOST_RECORDED_RESULTS = 50;

/** The shortest fingerprint with which the results of a search are recorded, in characters. (ANL-01) */
export const MIN_FINGERPRINT_LENGTH = 16;

/** What the question writes, and nothing else does: another script's cookie of that name is no consent. */
const GIVEN = /^v1\.([\w-]{1,64})$/;

/** The cookie of a visitor who consents, for a fingerprint. (ANL-01) */
export const givenConsent = (fingerprint: string): string => `v1.${fingerprint}`;

/** What a visitor said to being recorded. (ANL-01) */
export type Consent = "given" | "refused" | "not-asked";

/**
 * What a visitor said, by the cookie and by the browser's own signal against being tracked (Global Privacy Control). A
 * cookie that is not the question's is taken for a refusal. (ANL-01)
 */
export const consentOf = (cookie: string | null, optsOut: boolean): Consent => {
  if (optsOut) return "refused";
  if (cookie === null) return "not-asked";
  return GIVEN.test(cookie) ? "given" : "refused";
};

/** Whether anything is recorded of a visitor: only with their consent. (ANL-01) */
export const mayRecord = (consent: Consent): boolean => consent === "given";

/** The fingerprint that events are recorded under; null where nothing is recorded. (ANL-01) */
export const recordedFingerprint = (cookie: string | null, optsOut: boolean): string | null =>
  mayRecord(consentOf(cookie, optsOut)) ? (GIVEN.exec(cookie ?? "")?.[1] ?? null) : null;

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

/** An order as the event of its purchase. (ANL-02) */
export const purchaseEvent = ({ id, items, quote }: Pick<Order, "id" | "items" | "quote">): PurchaseEvent => ({
  _tag: "purchase",
  order_id: id,
  kind: items[0].kind,
  plan_variant_id: planVariantOf(items[0]),
  credits: items.map(creditsOf).find((credits) => credits !== null) ?? null,
  variant_ids: items.map(variantOf).filter((variant) => variant !== null),
  amount: quote.total,
});
