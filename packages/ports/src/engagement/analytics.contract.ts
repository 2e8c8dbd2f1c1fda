import * as Schema from "effect/Schema";
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint";
import * as HttpApiGroup from "effect/http-api/HttpApiGroup";
import * as HttpApiSchema from "effect/http-api/HttpApiSchema";
import { MOST_RECORDED_RESULTS } from "@backlot/domain/engagement/analytics";
import { LONGEST_SEARCH_ID } from "@backlot/domain/engagement/search-clicks";
import { Id, Repeatable, RequestValidation, Text, line } from "../driving/shared.ts";

/** A page's URL, absolute or relative to the store. */
const PageAddress = line(2_000);

/** A collection's slug. */
const Slug = line(100);

const SearchId = line(LONGEST_SEARCH_ID);

/** The browser's claims about its user and the time. The store ignores them and uses its own data. */
const Said = {
  user_id: Schema.optional(Schema.NullOr(Text)),
  user_email: Schema.optional(Schema.NullOr(Text)),
  user_type: Schema.optional(Schema.NullOr(Text)),
  timestamp: Schema.optional(Schema.NullOr(Text)),
  browser_fingerprint: Schema.optional(Schema.NullOr(Text)),
};

/**
 * Searches and page views that visitors' browsers report. Without a consent cookie, requests succeed but record
 * nothing. (ANL-01)
 */
export class UserInterestAnalytics extends HttpApiGroup.make("userInterestAnalytics")
  .add(
    /** Records a search by a visitor who consented. */
    HttpApiEndpoint.post("searchEvent", "/user_interest_analytics/search_event", {
      payload: Schema.Struct({ ...Said, search_type: Text, search_url: PageAddress, search_term: Text }),
      /** `search_id` is null if nothing was recorded. */
      success: Schema.Struct({ search_id: Schema.NullOr(Schema.String) }),
    }),
    /** Records the results of a search. */
    HttpApiEndpoint.post("searchResultsEvent", "/user_interest_analytics/search_results_event/:search_id", {
      params: { search_id: SearchId },
      payload: Schema.Array(Schema.Struct({ id: Id, slug: Slug })).check(Schema.isMaxLength(MOST_RECORDED_RESULTS)),
      success: HttpApiSchema.NoContent,
    }),
    /** Records a visit to a product page. */
    HttpApiEndpoint.post("productPageVisitEvent", "/user_interest_analytics/product_page_visit_event", {
      payload: Schema.Struct({
        ...Said,
        slug: Text,
        name: Text,
        url: PageAddress,
        product_type: Text,
        /** The id of the search whose results led to the page. */
        query_id: Schema.optional(SearchId),
        /** The product's position in that search's results, starting at 1. */
        position: Schema.optional(Id),
      }),
      success: HttpApiSchema.NoContent,
    }),
    /** Records a visit to a blog post. */
    HttpApiEndpoint.post("blogArticleVisitEvent", "/user_interest_analytics/blog_article_visit_event", {
      payload: Schema.Struct({ ...Said, article_id: Text, article_title: Text }),
      success: HttpApiSchema.NoContent,
    }),
  )
  .annotateEndpoints(Repeatable, false)
  .middleware(RequestValidation) {}
