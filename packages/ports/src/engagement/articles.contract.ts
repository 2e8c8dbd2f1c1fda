import * as Schema from "effect/Schema";
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint";
import * as HttpApiGroup from "effect/http-api/HttpApiGroup";
import { Article, ArticleKind, ArticleSummary } from "@backlot/domain/engagement/article.schema";
import { LegalSlug, LegalText } from "@backlot/domain/kernel/legal-text.schema";
import { Instant } from "@backlot/domain/kernel/calendar.schema";
import { Wire } from "../driving/errors.ts";
import { Cacheable, ByKey, RequestValidation, Text, data } from "../driving/shared.ts";

/** A page of articles, newest first. Pass the last id as `starting_after` to get the next page. */
export const ArticlePage = Schema.Struct({ data: Schema.Array(ArticleSummary), has_more: Schema.Boolean }).annotate({
  identifier: "ArticlePage",
});

export type ArticlePage = typeof ArticlePage.Type;

/** The path parameters of an article. */
export const ByAddress = { kind: ArticleKind, slug: Text };

/** Site pages, blog posts, and legal texts. `limit` defaults to 24. */
export class Articles extends HttpApiGroup.make("articles")
  .add(
    /** Lists the blog posts or site pages, newest first. */
    HttpApiEndpoint.get("list", "/articles", {
      query: {
        kind: Schema.optional(ArticleKind),
        /** The slug of the category to list. */
        category: Schema.optional(Text),
        ...ByKey,
      },
      success: ArticlePage,
    }).annotate(Cacheable, true),
    /** Returns an article as HTML. */
    HttpApiEndpoint.get("get", "/articles/:kind/:slug", {
      params: ByAddress,
      success: data(Article),
      error: Wire.notFound,
    }).annotate(Cacheable, true),
    /** Returns a legal text as HTML, by default the current version. */
    HttpApiEndpoint.get("legal", "/legal/:slug", {
      params: { slug: LegalSlug },
      query: {
        /** A version, such as "2026-11-30". */
        version: Schema.optional(Text),
        /** Returns the version that was in effect at this time. */
        on: Schema.optional(Instant),
      },
      success: data(LegalText),
      error: Wire.notFound,
    }).annotate(Cacheable, true),
  )
  .middleware(RequestValidation) {}
