import { LIBRARIES } from "./collection.ts";
import { type Category, type CollectionFilter, EVERYTHING } from "./listing.ts";
import type { HomePage, HomePageChange } from "./home-page.schema.ts";

export type { HomePage, HomePageChange } from "./home-page.schema.ts";

/** The number of collections on the home page: whole rows at every width. */
export const HOME_COLLECTIONS = 12;

/** Returns the categories in the owner's order: the chosen ones first, then those with the most collections. */
export const orderedCategories = <C extends Pick<Category, "slug" | "collections">>(
  categories: readonly C[],
  chosen: readonly string[],
): readonly C[] => {
  const placeOf = ({ slug }: C): number => (chosen.includes(slug) ? chosen.indexOf(slug) : chosen.length);
  return categories.toSorted((a, b) => placeOf(a) - placeOf(b) || b.collections - a.collections);
};

/** The collections that follow the featured ones: the newest 2D elements. */
export const HOME_FILTER: CollectionFilter = { ...EVERYTHING, library_id: LIBRARIES[0].id };

/** Returns the collections to show, each once: the featured ones in their order, then the newest. */
export const shownAtHome = <C extends { readonly slug: string }>(
  featured: readonly C[],
  newest: readonly C[],
): readonly C[] =>
  [...new Map([...featured, ...newest].map((each) => [each.slug, each])).values()].slice(0, HOME_COLLECTIONS);

/** Returns the unknown slugs among the chosen ones, each with its field. */
export const unknownAtHome = (
  { hero = null, featured = [], categories = [] }: HomePageChange,
  knownSlugs: { readonly collections: ReadonlySet<string>; readonly categories: ReadonlySet<string> },
): readonly { readonly field: keyof HomePage; readonly slug: string }[] => [
  ...(hero === null || knownSlugs.collections.has(hero) ? [] : [{ field: "hero" as const, slug: hero }]),
  ...featured.filter((slug) => !knownSlugs.collections.has(slug)).map((slug) => ({ field: "featured" as const, slug })),
  ...categories
    .filter((slug) => !knownSlugs.categories.has(slug))
    .map((slug) => ({ field: "categories" as const, slug })),
];
