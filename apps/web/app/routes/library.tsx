import { LIBRARIES } from "@backlot/domain/catalog/collection";
import type { CategoryView } from "@backlot/ports";
import { Link, data, useLocation, useSearchParams } from "react-router";
import { startingAfter } from "#app/server/pagination-key.server.ts";
import { changedSearch, listingChoice } from "#features/catalog/listing-query.ts";
import { publicMeta } from "#app/server/page-meta.server.ts";
import { pageTitle } from "#ui/page-title.ts";
import { paths } from "#app/paths.ts";
import { sharedPageHeaders } from "#app/server/shared-page.server.ts";
import { getPage, loadOrThrow } from "#app/server/store.server.ts";
import { KeyPages } from "#features/site/key-pages.tsx";
import { ListingFilter } from "#features/catalog/listing-filter.tsx";
import { toCard } from "#features/catalog/card.ts";
import { ProductGrid } from "#features/catalog/product-card.tsx";
import { useAnnouncement } from "#ui/announcement.tsx";
import { ButtonLink } from "#ui/button.tsx";
import type { Route } from "./+types/library";

/** A listing: its title, its description, and the filters that its path sets. */
interface Shelf {
  readonly title: string;
  readonly about: string;
  readonly library: 1 | 2 | 3 | null;
  readonly category: string | null;
  readonly isEssentials: boolean;
}

const ABOUT: Readonly<Record<number, string>> = {
  1: "Simulated elements with alpha. Drop them over a plate and grade.",
  2: "Practice plates to key, track, and clean up.",
  3: "Models with maps, ready to scatter and light.",
};

/** Returns the listing at a path, or undefined if there is none. */
const shelfAt = (
  pathname: string,
  category: string | undefined,
  categories: readonly CategoryView[],
): Shelf | undefined => {
  const path = pathname.replace(/\/$/, "");
  const all = { library: null, category: null, isEssentials: false };
  if (category !== undefined) {
    const matches = categories.filter(({ slug }) => slug === category);
    const [first] = matches;
    if (first === undefined) return undefined;
    const libraries = LIBRARIES.filter(({ id }) => matches.some(({ library_id }) => library_id === id));
    return { ...all, category, title: first.name, about: `In ${libraries.map(({ name }) => name).join(", ")}.` };
  }
  if (path === paths.collections)
    return { ...all, title: "All collections", about: "Everything in all three libraries." };
  if (path === paths.freeForSubscribers)
    return {
      ...all,
      isEssentials: true,
      title: "Free for subscribers",
      about: "Included with every paid plan, in all resolutions. Tiers: silver, gold, and elite.",
    };
  const library = LIBRARIES.find(({ id }) => paths.library(id) === path);
  return library && { ...all, library: library.id as 1 | 2 | 3, title: library.name, about: ABOUT[library.id] ?? "" };
};

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { store } = getPage(context);
  const { collections } = store;
  const choice = listingChoice(url.searchParams);
  const { data: categories } = await loadOrThrow(collections.categories({ query: {} }), url);
  const shelf = shelfAt(url.pathname, "slug" in params ? params.slug : undefined, categories);
  if (shelf === undefined) throw data({ message: "" }, { status: 404, statusText: "Not Found" });
  const library = LIBRARIES.find(({ id }) => id === (shelf.library ?? choice.library))?.id;
  const category = shelf.category ?? choice.category;
  const access = shelf.isEssentials ? ("essentials" as const) : choice.access;
  const from = startingAfter(url);
  const page = await loadOrThrow(
    collections.list({
      query: {
        ...(library === undefined ? {} : { library_id: library }),
        ...(choice.q === "" ? {} : { q: choice.q }),
        ...(category === null ? {} : { category }),
        ...(access === null ? {} : { access }),
        ...(choice.tier === null ? {} : { membership_tier: choice.tier }),
        ...(choice.resolution === null ? {} : { resolution: choice.resolution }),
        ...(choice.isNew ? { is_new: "true" as const } : {}),
        sort: choice.sort,
        ...from,
      },
    }),
    url,
  );
  const [first] = page.data;
  const pageKey = "starting_after" in from ? `?starting_after=${from.starting_after}` : "";
  const offered = categories.filter(({ library_id }) => library === undefined || library_id === library);
  const listing = {
    shelf,
    choice,
    cards: page.data.map(toCard),
    corrected: page.corrected,
    hasMore: page.has_more,
    isFirst: !("starting_after" in from),
    meta: [
      ...(await publicMeta(context, url, {
        title: choice.q === "" ? shelf.title : `${choice.q} in ${shelf.title}`,
        description: shelf.about,
        // Each page of a list has its own canonical URL, regardless of sorting and filters.
        path: `${url.pathname.replace(/\/$/, "")}${pageKey}`,
        keywords: [shelf.title, "VFX", "stock elements"],
        image: first === undefined ? undefined : paths.media(first.slug, "jpg"),
      })),
      // Keep search results out of search engines, because items have their own pages.
      ...(choice.q === "" ? [] : [{ name: "robots", content: "noindex" }]),
    ],
    // List a category that is in several libraries only once.
    categories: offered.filter(({ slug }, place) => offered.findIndex((each) => each.slug === slug) === place),
  };
  // The store counts searches that find nothing, so pages without results aren't shared.
  return data(listing, choice.q !== "" && first === undefined ? {} : { headers: sharedPageHeaders() });
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData === undefined ? [{ title: pageTitle("Library", matches) }] : [...loaderData.meta];

/** The empty listing, with links to continue. */
function Nothing({
  isFirst,
  isNarrowed,
  categories,
}: {
  isFirst: boolean;
  isNarrowed: boolean;
  categories: readonly CategoryView[];
}) {
  const { pathname } = useLocation();
  return (
    <div className="rounded-lg border border-border bg-card p-6 sm:p-8">
      <p className="text-lg font-semibold">
        {!isFirst ? "No more items." : isNarrowed ? "No matching items." : "No items yet."}
      </p>
      {isFirst && isNarrowed ? (
        <>
          <p className="mt-2 text-muted-foreground">
            <span>Try fewer words or filters, or browse a category:</span>{" "}
            {categories.slice(0, 8).map(({ slug, name }, place) => (
              <span key={slug}>
                {place === 0 ? null : <span>, </span>}
                <Link className="link" to={paths.category(slug)}>
                  {name}
                </Link>
              </span>
            ))}
            <span>.</span>
          </p>
          <ButtonLink to={pathname} variant="secondary" className="mt-5">
            Clear search and filters
          </ButtonLink>
        </>
      ) : null}
    </div>
  );
}

/** A catalog listing: a library, a category, the items included in plans, or everything. */
export default function Library({ loaderData }: Route.ComponentProps) {
  const { shelf, choice, cards, corrected, hasMore, isFirst, categories } = loaderData;
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const last = cards.at(-1);
  useAnnouncement(corrected === null ? null : `No results for “${choice.q}.” Showing results for ${corrected}.`);
  const isNarrowed = [...search.keys()].some((name) => !["starting_after", "sort"].includes(name));
  return (
    <div className="container-wide pt-10">
      <h1 className="text-2xl">{shelf.title}</h1>
      <p className="measure mt-2 mb-6 text-muted-foreground">{shelf.about}</p>
      <ListingFilter
        choice={choice}
        categories={categories}
        place={`Search ${shelf.title}`}
        fixed={{ category: shelf.category !== null, access: shelf.isEssentials }}
        isNarrowed={isNarrowed}
      />
      {corrected === null ? null : (
        <p className="-mt-3 mb-5">
          <span>{`No results for “${choice.q}.” Showing results for `}</span>
          <strong>{corrected}</strong>
          <span>.</span>
        </p>
      )}
      <div className="-mt-4 mb-4 flex flex-wrap items-baseline justify-between gap-x-4 text-sm text-muted-foreground">
        <h2 className="text-sm font-normal tracking-normal">
          {choice.q === "" ? "Collections" : `Results for “${corrected ?? choice.q}”`}
        </h2>
        {isFirst && !hasMore && cards.length > 0 ? (
          <p className="tabular-nums">{cards.length === 1 ? "1 item" : `${cards.length} items`}</p>
        ) : null}
      </div>
      {cards.length > 0 ? (
        <ProductGrid cards={cards} />
      ) : (
        <Nothing isFirst={isFirst} isNarrowed={isNarrowed} categories={categories} />
      )}
      <KeyPages
        first={isFirst ? null : `${pathname}${changedSearch(search, {})}`}
        next={
          hasMore && last !== undefined
            ? `${pathname}${changedSearch(search, { starting_after: String(last.id) })}`
            : null
        }
      />
    </div>
  );
}
