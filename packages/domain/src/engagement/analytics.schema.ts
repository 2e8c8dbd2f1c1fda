import { ItemKindName } from "../orders/item-kind.schema.ts";
import * as Schema from "effect/Schema";
import { Instant } from "../kernel/calendar.schema.ts";
import { Cents } from "../kernel/money.schema.ts";

/** Who an event is about. Visitors have neither id nor e-mail. (ANL-01) */
export const AnalyticsUser = Schema.Struct({
  user_id: Schema.NullOr(Schema.String),
  user_email: Schema.NullOr(Schema.String),
  user_type: Schema.Literals(["visitor", "free", "subscriber"]),
});
export type AnalyticsUser = typeof AnalyticsUser.Type;

/** A search was made. (ANL-01) */
export const SearchEvent = Schema.TaggedStruct("search", {
  search_id: Schema.String,
  search_type: Schema.String,
  search_url: Schema.String,
  search_term: Schema.String,
});
export type SearchEvent = typeof SearchEvent.Type;

/** A collection that a search found. (ANL-01) */
export const FoundCollection = Schema.Struct({ id: Schema.Int, slug: Schema.String });

/** What a search found, the best first. (ANL-01) */
export const SearchResultsEvent = Schema.TaggedStruct("search_results", {
  search_id: Schema.String,
  results: Schema.Array(FoundCollection),
});

/** A product page was visited. (ANL-01) */
export const ProductPageVisit = Schema.TaggedStruct("product_page_visit", {
  slug: Schema.String,
  name: Schema.String,
  url: Schema.String,
  product_type: Schema.String,
});

/** An article of the blog was visited. (ANL-01) */
export const BlogArticleVisit = Schema.TaggedStruct("blog_article_visit", {
  article_id: Schema.String,
  article_title: Schema.String,
});

/** A result of a search was opened: which search, and its place among the results from 1. (ANL-02) */
export const ClickEvent = Schema.TaggedStruct("click", {
  slug: Schema.String,
  query_id: Schema.String,
  position: Schema.Int,
});

/** Variants of collections were put into a cart. (ANL-02) */
export const AddToCartEvent = Schema.TaggedStruct("add_to_cart", { variant_ids: Schema.Array(Schema.Int) });

/** A collection was saved for later. (ANL-02) */
export const WishlistEvent = Schema.TaggedStruct("wishlist", { collection_id: Schema.Int });

/** A link to a file was asked for, and given. (ANL-02) */
export const DownloadEvent = Schema.TaggedStruct("download", { variant_id: Schema.Int });

/** An order was paid. `amount` in cents, with tax. (ANL-02) */
export const PurchaseEvent = Schema.TaggedStruct("purchase", {
  order_id: Schema.String,
  kind: ItemKindName,
  plan_variant_id: Schema.NullOr(Schema.Int),
  credits: Schema.NullOr(Schema.Int),
  variant_ids: Schema.Array(Schema.Int),
  amount: Cents,
});
export type PurchaseEvent = typeof PurchaseEvent.Type;

/** A collection was bought with credits. (ANL-02) */
export const CreditPurchaseEvent = Schema.TaggedStruct("credit_purchase", {
  collection_id: Schema.Int,
  credits: Schema.Int,
});

/** What happened. (ANL-01, ANL-02) */
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

/** An event as it is recorded: what happened, when, of whom, and in which browser. (ANL-01) */
export const RecordedEvent = Schema.Struct({
  /** The same id is the same event, however often it is sent. */
  id: Schema.String,
  timestamp: Instant,
  browser_fingerprint: Schema.String,
  user: AnalyticsUser,
  event: AnalyticsEvent,
});
export type RecordedEvent = typeof RecordedEvent.Type;
