import * as Schema from "effect/Schema";
import { Instant } from "../kernel/calendar.schema.ts";

/** A page of the site that staff write, or a post of its blog. (SHL-03) */
export const ArticleKind = Schema.Literals(["page", "post"]);
export type ArticleKind = typeof ArticleKind.Type;

/**
 * An article without its text. `category` is a post's, null for a page; `cover` the address of a collection whose
 * picture it has. (SHL-03)
 */
export const ArticleSummary = Schema.Struct({
  id: Schema.Int,
  kind: ArticleKind,
  slug: Schema.String,
  title: Schema.String,
  description: Schema.String,
  category: Schema.NullOr(Schema.String),
  cover: Schema.NullOr(Schema.String),
  published_at: Instant,
}).annotate({ identifier: "ArticleSummary" });
export type ArticleSummary = typeof ArticleSummary.Type;

/** An article as it is read. Its body is HTML that was made safe. (SHL-03) */
export const Article = Schema.Struct({ ...ArticleSummary.fields, body: Schema.String }).annotate({
  identifier: "Article",
});
export type Article = typeof Article.Type;

/** An article as staff write it. Its source is Markdown. (SHL-03, CLI-03) */
export const ArticleSource = Schema.Struct({ ...ArticleSummary.fields, source: Schema.String }).annotate({
  identifier: "ArticleSource",
});
export type ArticleSource = typeof ArticleSource.Type;
