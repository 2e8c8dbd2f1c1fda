import * as Schema from "effect/Schema";
import { Instant } from "../kernel/calendar.schema.ts";

/** The kind of an article: a static page of the site, or a blog post. */
export const ArticleKind = Schema.Literals(["page", "post"]);
export type ArticleKind = typeof ArticleKind.Type;

/**
 * An article without its body. `category` is null for a page. `cover` is the slug of the collection whose picture it
 * shows, or null.
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

/** An article for readers. `body` is sanitized HTML. */
export const Article = Schema.Struct({ ...ArticleSummary.fields, body: Schema.String }).annotate({
  identifier: "Article",
});
export type Article = typeof Article.Type;

/** An article for staff. `source` is Markdown. */
export const ArticleSource = Schema.Struct({ ...ArticleSummary.fields, source: Schema.String }).annotate({
  identifier: "ArticleSource",
});
export type ArticleSource = typeof ArticleSource.Type;
