import { eventsOfVisit, mayRecordResults } from "@backlot/domain";
import type { Store } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { visitorOf } from "../caller.ts";
import type { Asked } from "../asked.ts";
import { recordEvent } from "./record-event.ts";

/** What visitors searched for and looked at, as their browsers tell it. (ANL-01) */
export const userInterestAnalytics = ({ ports, caller }: Asked): Store["userInterestAnalytics"] => {
  const record = recordEvent(ports, caller);
  return {
    searchEvent: ({ payload: { search_type, search_url, search_term } }) => {
      const search_id = ports.ids.next();
      return Effect.map(record({ _tag: "search", search_id, search_type, search_url, search_term }), (isTaken) => ({
        search_id: isTaken ? search_id : null,
      }));
    },
    searchResultsEvent: ({ params: { search_id }, payload: results }) =>
      mayRecordResults({ search_id, browser_fingerprint: visitorOf(caller).fingerprint ?? "" })
        ? Effect.asVoid(record({ _tag: "search_results", search_id, results }))
        : Effect.void,
    productPageVisitEvent: ({ payload }) => Effect.forEach(eventsOfVisit(payload), record, { discard: true }),
    blogArticleVisitEvent: ({ payload: { article_id, article_title } }) =>
      Effect.asVoid(record({ _tag: "blog_article_visit", article_id, article_title })),
  };
};
