import * as Schema from "effect/Schema";
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint";
import * as HttpApiGroup from "effect/http-api/HttpApiGroup";
import { Article, ArticleKind, ArticleSummary } from "@backlot/domain/engagement/article.schema";
import { Wire } from "../errors.ts";
import { AnswersVisitorsAlike, ByKey, RequestValidation, Text, data } from "./shared.ts";

/** A page of a list of articles, newest first. The next one starts after its last. (SHL-03) */
export const ArticlePage = Schema.Struct({ data: Schema.Array(ArticleSummary), has_more: Schema.Boolean }).annotate({
  identifier: "ArticlePage",
});

export type ArticlePage = typeof ArticlePage.Type;

/** What names one article. */
export const ByAddress = { kind: ArticleKind, slug: Text };

/** Pages of the site and posts of its blog. `limit` is 24 where it is not said. (SHL-03) */
export class Articles extends HttpApiGroup.make("articles")
  .add(
    HttpApiEndpoint.get("list", "/articles", {
      query: {
        kind: Schema.optional(ArticleKind),
        /** The category of posts, as an address names it. */
        category: Schema.optional(Text),
        ...ByKey,
      },
      success: ArticlePage,
    }).annotate(AnswersVisitorsAlike, true),
    HttpApiEndpoint.get("get", "/articles/:kind/:slug", {
      params: ByAddress,
      success: data(Article),
      error: Wire.notFound,
    }).annotate(AnswersVisitorsAlike, true),
  )
  .middleware(RequestValidation) {}
