import { ItemKindName } from "../orders/item-kind.schema.ts";
import * as Schema from "effect/Schema";
import { Instant } from "../kernel/calendar.schema.ts";
import { Cents } from "../kernel/money.schema.ts";

/** The user of an event. Visitors have no id and no email. */
export const AnalyticsUser = Schema.Struct({
  user_id: Schema.NullOr(Schema.String),
  user_email: Schema.NullOr(Schema.String),
  user_type: Schema.Literals(["visitor", "free", "subscriber"]),
});
export type AnalyticsUser = typeof AnalyticsUser.Type;

/** A search. The events for its results and clicks refer to its `search_id`. */
export const SearchEvent = Schema.TaggedStruct("search", {
  search_id: Schema.String,
  search_type: Schema.String,
  search_url: Schema.String,
  search_term: Schema.String,
});
export type SearchEvent = typeof SearchEvent.Type;

/** A collection in search results. */
const FoundCollection = Schema.Struct({ id: Schema.Int, slug: Schema.String });

/** The results of a search, best match first. */
const SearchResultsEvent = Schema.TaggedStruct("search_results", {
  search_id: Schema.String,
  results: Schema.Array(FoundCollection),
});

/** A visit to a product page. */
const ProductPageVisit = Schema.TaggedStruct("product_page_visit", {
  slug: Schema.String,
  name: Schema.String,
  url: Schema.String,
  product_type: Schema.String,
});

/** A visit to a blog article. */
const BlogArticleVisit = Schema.TaggedStruct("blog_article_visit", {
  article_id: Schema.String,
  article_title: Schema.String,
});

/** A click on a search result. `query_id` is the `search_id` of the search, and `position` counts from 1. */
const ClickEvent = Schema.TaggedStruct("click", {
  slug: Schema.String,
  query_id: Schema.String,
  position: Schema.Int,
});

/** Variants added to a cart. */
const AddToCartEvent = Schema.TaggedStruct("add_to_cart", { variant_ids: Schema.Array(Schema.Int) });

/** A collection added to the wishlist. */
const WishlistEvent = Schema.TaggedStruct("wishlist", { collection_id: Schema.Int });

/** A download, recorded when its link is issued. */
const DownloadEvent = Schema.TaggedStruct("download", { variant_id: Schema.Int });

/**
 * A paid order. `amount` is in cents, tax included. `plan_variant_id` and `credits` are null if it includes no plan or
 * credit pack.
 */
export const PurchaseEvent = Schema.TaggedStruct("purchase", {
  order_id: Schema.String,
  kind: ItemKindName,
  plan_variant_id: Schema.NullOr(Schema.Int),
  credits: Schema.NullOr(Schema.Int),
  variant_ids: Schema.Array(Schema.Int),
  amount: Cents,
});
export type PurchaseEvent = typeof PurchaseEvent.Type;

/** A collection bought with credits. */
const CreditPurchaseEvent = Schema.TaggedStruct("credit_purchase", {
  collection_id: Schema.Int,
  credits: Schema.Int,
});

/** Any event that analytics can record. */
export const AnalyticsEvent = Schema.Union([
  SearchEvent,
  SearchResultsEvent,
  ProductPageVisit,
  BlogArticleVisit,
  ClickEvent,
  AddToCartEvent,
  WishlistEvent,
  DownloadEvent,
  PurchaseEvent,
  CreditPurchaseEvent,
]);
export type AnalyticsEvent = typeof AnalyticsEvent.Type;

/** An event as recorded, with its time, user, and browser. */
export const RecordedEvent = Schema.Struct({
  /** Deduplicates the event if it is sent again. */
  id: Schema.String,
  timestamp: Instant,
  browser_fingerprint: Schema.String,
  user: AnalyticsUser,
  event: AnalyticsEvent,
});
export type RecordedEvent = typeof RecordedEvent.Type;
