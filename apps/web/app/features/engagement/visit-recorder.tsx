import { MOST_RECORDED_RESULTS, mayRecordResults } from "@backlot/domain/engagement/analytics";
import { type RecordedSearch, searchThatLedTo } from "@backlot/domain/engagement/search-clicks";
import { libraryOf } from "@backlot/domain/catalog/collection";
import { useEffect, useRef } from "react";
import { type useLoaderData, useLocation, useMatches } from "react-router";
import { callApi } from "#app/browser/api.ts";
import type { loader as article } from "#app/routes/post.tsx";
import type { loader as listing } from "#app/routes/library.tsx";
import type { loader as product } from "#app/routes/product.tsx";
import { fingerprintHere } from "./consent.ts";

type Loaded<L> = ReturnType<typeof useLoaderData<L>>;

// Send the last event even if the page unloads.
const IN_BACKGROUND = { keepalive: true, priority: "low" } as const;

const recordSearch = async (
  { shelf, choice, cards }: Loaded<typeof listing>,
  address: string,
  onRecorded: (search: RecordedSearch) => void,
): Promise<void> => {
  const payload = { search_type: shelf.title, search_url: address, search_term: choice.q };
  const answer = await callApi("POST /api/user_interest_analytics/search_event", { payload }, IN_BACKGROUND);
  if (!answer.ok) return;
  const { search_id } = answer.value;
  if (search_id === null) return;
  const results = cards.slice(0, MOST_RECORDED_RESULTS).map(({ id, slug }) => ({ id, slug }));
  onRecorded({ search_id, address, slugs: results.map(({ slug }) => slug) });
  if (mayRecordResults({ search_id, browser_fingerprint: fingerprintHere() ?? "" }))
    await callApi(
      "POST /api/user_interest_analytics/search_results_event/:search_id",
      { params: { search_id }, payload: results },
      IN_BACKGROUND,
    );
};

/** Records searches with their results, and visits to products and articles. Loaded only with the user's consent. */
export default function VisitRecorder() {
  const { pathname, search } = useLocation();
  const match = useMatches().at(-1);
  const last = useRef<RecordedSearch | null>(null);
  const previous = useRef<string | null>(null);
  /** The latest search. Responses to earlier searches are ignored. */
  const latestSearch = useRef<string | null>(null);
  const leaf = useRef(match);
  leaf.current = match;
  useEffect(() => {
    const address = `${pathname}${search}`;
    const { id, loaderData } = leaf.current ?? { id: "", loaderData: undefined };
    const cameFrom = previous.current;
    previous.current = address;
    if (loaderData === undefined || loaderData === null) return;
    if (id.startsWith("library-")) {
      const shown = loaderData as Loaded<typeof listing>;
      // Returning to the same results is not a new search.
      if (shown.choice.q === "" || !shown.isFirst || latestSearch.current === address) return;
      latestSearch.current = address;
      void recordSearch(shown, address, (recorded) => {
        if (latestSearch.current === address) last.current = recorded;
      });
    }
    if (id === "routes/post") {
      const { id: article_id, title } = loaderData as Loaded<typeof article>;
      const payload = { article_id: String(article_id), article_title: title };
      void callApi("POST /api/user_interest_analytics/blog_article_visit_event", { payload }, IN_BACKGROUND);
    }
    if (id.startsWith("product-") && cameFrom?.split("?")[0] !== pathname) {
      const { collection } = loaderData as Loaded<typeof product>;
      const { slug, name, library_id } = collection;
      const payload = {
        slug,
        name,
        url: pathname,
        product_type: libraryOf(library_id).name,
        ...searchThatLedTo(slug, new URLSearchParams(search), last.current, cameFrom),
      };
      void callApi("POST /api/user_interest_analytics/product_page_visit_event", { payload }, IN_BACKGROUND);
    }
  }, [pathname, search]);
  return null;
}
