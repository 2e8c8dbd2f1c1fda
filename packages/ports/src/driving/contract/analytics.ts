import * as Schema from "effect/Schema";
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint";
import * as HttpApiGroup from "effect/http-api/HttpApiGroup";
import * as HttpApiSchema from "effect/http-api/HttpApiSchema";
import { MOST_RECORDED_RESULTS } from "@backlot/domain/engagement/analytics";
import { LONGEST_SEARCH_ID } from "@backlot/domain/engagement/search-clicks";
import { Id, RequestValidation, Text, line } from "./shared.ts";

/** An address of a page, within the store or whole. */
const PageAddress = line(2_000);

/** A collection in an address. */
const Slug = line(100);

/** What a search is known by. */
const SearchId = line(LONGEST_SEARCH_ID);

/** What a browser says of who it is and when. The store takes its own word for both. */
const Said = {
  user_id: Schema.optional(Schema.NullOr(Text)),
  user_email: Schema.optional(Schema.NullOr(Text)),
  user_type: Schema.optional(Schema.NullOr(Text)),
  timestamp: Schema.optional(Schema.NullOr(Text)),
  browser_fingerprint: Schema.optional(Schema.NullOr(Text)),
};

/**
 * What visitors searched for and looked at. Recorded only of browsers whose cookie says that their holder consented;
 * the others are answered alike, and nothing is kept. (ANL-01)
 */
export class UserInterestAnalytics extends HttpApiGroup.make("userInterestAnalytics")
  .add(
    HttpApiEndpoint.post("searchEvent", "/user_interest_analytics/search_event", {
      payload: Schema.Struct({ ...Said, search_type: Text, search_url: PageAddress, search_term: Text }),
      /** Null where nothing was recorded. */
      success: Schema.Struct({ search_id: Schema.NullOr(Schema.String) }),
    }),
    HttpApiEndpoint.post("searchResultsEvent", "/user_interest_analytics/search_results_event/:search_id", {
      params: { search_id: SearchId },
      payload: Schema.Array(Schema.Struct({ id: Id, slug: Slug })).check(Schema.isMaxLength(MOST_RECORDED_RESULTS)),
      success: HttpApiSchema.NoContent,
    }),
    HttpApiEndpoint.post("productPageVisitEvent", "/user_interest_analytics/product_page_visit_event", {
      payload: Schema.Struct({
        ...Said,
        slug: Text,
        name: Text,
        url: PageAddress,
        product_type: Text,
        /** The search that led here, and the place among its results, from 1. (ANL-02) */
        query_id: Schema.optional(SearchId),
        position: Schema.optional(Id),
      }),
      success: HttpApiSchema.NoContent,
    }),
    HttpApiEndpoint.post("blogArticleVisitEvent", "/user_interest_analytics/blog_article_visit_event", {
      payload: Schema.Struct({ ...Said, article_id: Text, article_title: Text }),
      success: HttpApiSchema.NoContent,
    }),
  )
  .middleware(RequestValidation) {}
