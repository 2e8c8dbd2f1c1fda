import { MOST_RECORDED_RESULTS, mayRecordResults } from "@backlot/domain/engagement/analytics";
import { libraryOf } from "@backlot/domain/catalogue/collection";
import { useEffect, useRef } from "react";
import { useLocation, useMatches } from "react-router";
import type { loader as listing } from "#app/routes/library.tsx";
import type { loader as product } from "#app/routes/product.tsx";
import { fingerprintHere } from "./consent.ts";

type Loaded<L extends (...args: never[]) => Promise<unknown>> = Awaited<ReturnType<L>>;

/** A search that was recorded: where its results stand, and which they are. */
interface LastSearch {
  readonly search_id: string;
  readonly address: string;
  readonly slugs: readonly string[];
}

/** The longest name of a search that an address may bring, in characters: any other is none. */
const LONGEST_SEARCH_ID = 64;

/** Posts an event. What becomes of it is no matter of the page's. (ANL-03) */
const post = (path: string, payload: object): Promise<Response | null> =>
  fetch(`/api/user_interest_analytics/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(payload),
    // A page that is left takes its last event along.
    keepalive: true,
    priority: "low",
  }).catch(() => null);

const recordSearch = async (
  { shelf, choice, collections }: Loaded<typeof listing>,
  address: string,
  onRecorded: (search: LastSearch) => void,
): Promise<void> => {
  const search = { search_type: shelf.title, search_url: address, search_term: choice.q };
  const answer = await post("search_event", search);
  if (answer === null || !answer.ok) return;
  const { search_id } = (await answer.json()) as { readonly search_id: string | null };
  if (search_id === null) return;
  const results = collections.slice(0, MOST_RECORDED_RESULTS).map(({ id, slug }) => ({ id, slug }));
  onRecorded({ search_id, address, slugs: results.map(({ slug }) => slug) });
  if (mayRecordResults({ search_id, browser_fingerprint: fingerprintHere() ?? "" }))
    await post(`search_results_event/${search_id}`, results);
};

/** The search that led to a product: named by the address, or the results that the visitor has just left. (ANL-02) */
const foundBy = (
  slug: string,
  search: string,
  last: LastSearch | null,
  cameFrom: string | null,
): { readonly query_id: string; readonly position: number } | object => {
  const asked = new URLSearchParams(search);
  const [query_id, position] = [asked.get("query_id"), Number(asked.get("position"))];
  const isNamed = query_id !== null && query_id.length <= LONGEST_SEARCH_ID;
  if (isNamed && Number.isInteger(position) && position > 0) return { query_id, position };
  const place = last !== null && last.address === cameFrom ? last.slugs.indexOf(slug) : -1;
  return last !== null && place >= 0 ? { query_id: last.search_id, position: place + 1 } : {};
};

/**
 * Records searches with their results, and product pages that are visited. It is loaded where that is allowed, and
 * nowhere else. (ANL-01, ANL-02)
 */
export default function VisitRecorder() {
  const { pathname, search } = useLocation();
  const match = useMatches().at(-1);
  const last = useRef<LastSearch | null>(null);
  const previous = useRef<string | null>(null);
  /** The search that was made last: an answer to an earlier one comes too late. */
  const asked = useRef<string | null>(null);
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
      // Who comes back to the same results has not searched again.
      if (shown.choice.q === "" || !shown.isFirst || asked.current === address) return;
      asked.current = address;
      void recordSearch(shown, address, (recorded) => {
        if (asked.current === address) last.current = recorded;
      });
    }
    if (id.startsWith("product-") && cameFrom?.split("?")[0] !== pathname) {
      const { collection } = loaderData as Loaded<typeof product>;
      const { slug, name, library_id } = collection;
      void post("product_page_visit_event", {
        slug,
        name,
        url: pathname,
        product_type: libraryOf(library_id).name,
        ...foundBy(slug, search, last.current, cameFrom),
      });
    }
  }, [pathname, search]);
  return null;
}
