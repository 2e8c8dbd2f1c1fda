import type { Access, Collection, LibraryId, MembershipTier } from "./collection.schema.ts";

export type { Access, Collection, CollectionVariant, LibraryId, MembershipTier, Resolution } from "./collection.schema.ts";

/** A library as the shop names it. `searchName` is what the search box calls it. (CAT-01) */
export interface Library {
  readonly id: LibraryId;
  readonly name: string;
  readonly searchName: string;
}

const library = (id: number, name: string, searchName: string): Library => ({ id: id as LibraryId, name, searchName });

/** The three libraries in the order of the header. (CAT-01, SRC-02) */
export const LIBRARIES: readonly [Library, Library, Library] = [
  library(1, "2D Elements", "2D"),
  library(2, "Practice Footage", "Pre-keyed"),
  library(3, "3D Assets", "3D"),
];

/** The library with an id. */
export const libraryOf = (id: LibraryId): Library => {
  const found = LIBRARIES.find((each) => each.id === id);
  if (found === undefined) throw new RangeError(`there is no library ${id}`);
  return found;
};

/** "Included" or "Not Included", as a product page states its alpha channel. (CAT-03) */
export const alphaText = (alpha: boolean): string => (alpha ? "Included" : "Not Included");

/** "+silver" for one of the three tiers, nothing otherwise. (CAT-04) */
export const tierBadge = (tier: MembershipTier | null): string | null => (tier === null ? null : `+${tier}`);

/** What an item is called by how it is reached. */
export const accessText = (access: Access): string => {
  switch (access) {
    case "free":
      return "Free";
    case "essentials":
      return "Essentials";
    case "premium":
      return "Premium";
  }
};

/** Legacy credits buy only 2D collections that the provider made itself. (CRD-09) */
export const takesLegacyCredits = (collection: Pick<Collection, "library_id" | "made_by_provider">): boolean =>
  collection.library_id === 1 && collection.made_by_provider;
