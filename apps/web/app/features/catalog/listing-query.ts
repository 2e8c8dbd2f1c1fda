import { COLLECTION_SORTS, type CollectionSort, TIER_NUMBERS } from "@backlot/domain/catalog/listing";
import { RESOLUTIONS } from "@backlot/domain/catalog/resolution";
import type { Access, LibraryId, MembershipTier, Resolution } from "@backlot/domain";
import { MAX_QUERY_LENGTH } from "@backlot/domain/catalog/search";
import { firstCharacters } from "@backlot/domain/kernel/characters";

/** The search, filters, and sort order in a listing's URL. */
export interface ListingChoice {
  readonly q: string;
  readonly library: LibraryId | null;
  readonly category: string | null;
  readonly access: Access | null;
  readonly tier: MembershipTier | null;
  readonly resolution: Resolution | null;
  readonly isNew: boolean;
  readonly sort: CollectionSort;
}

const oneOf = <A extends string>(list: readonly A[], value: string | null): A | null =>
  list.find((each) => each === value) ?? null;

const tierOf = (value: string | null): MembershipTier | null => {
  const entry = Object.entries(TIER_NUMBERS).find(([, number]) => String(number) === value);
  return (entry?.[0] as MembershipTier | undefined) ?? null;
};

export const listingChoice = (search: URLSearchParams): ListingChoice => ({
  // Drop control characters and surrogates, which the database cannot store.
  q: firstCharacters((search.get("q") ?? "").replace(/[\p{Cc}\ud800-\udfff]/gu, " ").trim(), MAX_QUERY_LENGTH),
  library: (["1", "2", "3"].includes(search.get("library") ?? "")
    ? Number(search.get("library"))
    : null) as LibraryId | null,
  category: /^[\p{L}\p{N}\p{M}-]{1,100}$/u.test(search.get("category") ?? "") ? search.get("category") : null,
  access: oneOf(["free", "essentials", "premium"], search.get("access")),
  tier: tierOf(search.get("membership_tier")),
  resolution: oneOf(RESOLUTIONS, search.get("resolution")),
  isNew: search.get("new") === "1",
  sort: oneOf(COLLECTION_SORTS, search.get("sort")) ?? "newest",
});

/** Returns the URL's query with changes applied, back on the first page. An empty value removes its parameter. */
export const changedSearch = (search: URLSearchParams, changes: Readonly<Record<string, string>>): string => {
  const changed = new URLSearchParams(search);
  changed.delete("starting_after");
  for (const [name, value] of Object.entries(changes)) {
    if (value === "") changed.delete(name);
    else changed.set(name, value);
  }
  return changed.size === 0 ? "" : `?${changed}`;
};
