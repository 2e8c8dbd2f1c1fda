import { eventsOfVisit, mayRecordResults } from "@backlot/domain";
import { CurrentCaller, Ids } from "@backlot/ports";
import { UserInterestAnalytics } from "@backlot/ports/engagement/analytics.contract";
import * as Effect from "effect/Effect";
import { visitorOf } from "../caller.ts";
import { implement } from "../implement.ts";
import { recordEvent } from "../record-event.ts";

/** Handlers for the searches, clicks, and page views that browsers report. */
export const userInterestAnalytics = implement(UserInterestAnalytics, {
  searchEvent: Effect.fnUntraced(function* ({ payload: { search_type, search_url, search_term } }) {
    const search_id = (yield* Ids).next();
    const isTaken = yield* recordEvent({ _tag: "search", search_id, search_type, search_url, search_term });
    return { search_id: isTaken ? search_id : null };
  }),
  searchResultsEvent: Effect.fnUntraced(function* ({ params: { search_id }, payload: results }) {
    const browser_fingerprint = visitorOf(yield* CurrentCaller).fingerprint ?? "";
    if (mayRecordResults({ search_id, browser_fingerprint }))
      yield* recordEvent({ _tag: "search_results", search_id, results });
  }),
  productPageVisitEvent: ({ payload }) => Effect.forEach(eventsOfVisit(payload), recordEvent, { discard: true }),
  blogArticleVisitEvent: ({ payload: { article_id, article_title } }) =>
    Effect.asVoid(recordEvent({ _tag: "blog_article_visit", article_id, article_title })),
});
