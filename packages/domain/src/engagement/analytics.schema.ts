import * as Schema from "effect/Schema";
import { Instant } from "../kernel/calendar.schema.ts";

/** Who an event is about. Visitors have neither id nor e-mail. (ANL-01) */
export const AnalyticsUser = Schema.Struct({
  user_id: Schema.NullOr(Schema.String),
  user_email: Schema.NullOr(Schema.String),
  user_type: Schema.Literals(["visitor", "free", "subscriber"]),
});
export type AnalyticsUser = typeof AnalyticsUser.Type;

/** A search was made. (ANL-01) */
export const SearchEvent = Schema.Struct({
  ...AnalyticsUser.fields,
  search_type: Schema.String,
  search_url: Schema.String,
  search_term: Schema.String,
  timestamp: Instant,
  browser_fingerprint: Schema.String,
});
export type SearchEvent = typeof SearchEvent.Type;

/** A product page was visited. (ANL-01) */
export const ProductPageVisit = Schema.Struct({
  ...AnalyticsUser.fields,
  slug: Schema.String,
  name: Schema.String,
  url: Schema.String,
  product_type: Schema.String,
});
export type ProductPageVisit = typeof ProductPageVisit.Type;

/** An article of the blog was visited. (ANL-01) */
export const BlogArticleVisit = Schema.Struct({
  ...AnalyticsUser.fields,
  article_id: Schema.String,
  article_title: Schema.String,
});
export type BlogArticleVisit = typeof BlogArticleVisit.Type;
