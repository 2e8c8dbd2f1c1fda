import type { ShopLook } from "@backlot/domain/kernel/shop";

/** The matches passed to a route's `meta`. The first is the root's. */
type Matches = readonly ({ readonly loaderData?: unknown } | undefined)[];

/** Returns the store's name, or null if the root's data could not be loaded. */
const nameOf = (matches: Matches): string | null => {
  const root = matches[0]?.loaderData as { readonly shop?: ShopLook } | null | undefined;
  return root?.shop?.name ?? null;
};

/** Returns a page title with the store's name appended. */
export const titleOf = (title: string, name: string | null): string => (name === null ? title : `${title} | ${name}`);

/** Returns a page title with the store's name appended, for a route's `meta`. */
export const pageTitle = (title: string, matches: Matches): string => titleOf(title, nameOf(matches));
