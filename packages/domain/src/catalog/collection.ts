import { type Credits, credits } from "../credits/credits.ts";
import type { Cents } from "../kernel/money.ts";
import type { Access, Collection, CollectionVariant, LibraryId, MembershipTier } from "./collection.schema.ts";

export type {
  Access,
  Collection,
  CollectionVariant,
  LibraryId,
  MembershipTier,
  Resolution,
} from "./collection.schema.ts";

/**
 * A library as the shop names it. `searchName` is what the search box calls it, `listing` the address of what it holds,
 * and `products` that of one of its items, without the item's slug. (CAT-01)
 */
export interface Library {
  readonly id: LibraryId;
  readonly name: string;
  readonly searchName: string;
  readonly listing: string;
  readonly products: string;
}

const library = (id: number, library: Omit<Library, "id">): Library => ({ id: id as LibraryId, ...library });

/** The three libraries in the order of the search and the footer. (CAT-01, SRC-02) */
export const LIBRARIES: readonly [Library, Library, Library] = [
  library(1, { name: "2D Elements", searchName: "2D", listing: "/products", products: "/collections" }),
  library(2, {
    name: "Practice Footage",
    searchName: "Pre-keyed",
    listing: "/practice-footage",
    products: "/practice-footage",
  }),
  library(3, { name: "3D Assets", searchName: "3D", listing: "/3d", products: "/3d" }),
];

/** The library with an id. */
export const libraryOf = (id: LibraryId): Library => {
  const found = LIBRARIES.find((each) => each.id === id);
  if (found === undefined) throw new RangeError(`there is no library ${id}`);
  return found;
};

/** The small picture of a collection. (ORD-02, SRC-01) */
export const thumbnailPath = (slug: string): string => `/media/${slug}-640.avif`;

const MEGABYTE = 1_000_000;

/**
 * How large a file is, in megabytes of a million bytes, or gigabytes from a thousand of them
 * on: "45 MB", "1.2 GB". (CAT-03)
 */
export const fileSizeText = (bytes: number): string => {
  const megabytes = Math.max(1, Math.round(bytes / MEGABYTE));
  return megabytes < 1_000 ? `${megabytes} MB` : `${(megabytes / 1_000).toFixed(1)} GB`;
};

/** "Included" or "Not Included", as a product page states its alpha channel. (CAT-03) */
export const alphaText = (alpha: boolean): string => (alpha ? "Included" : "Not Included");

/** "+silver" for one of the three tiers, nothing otherwise. (CAT-04) */
export const tierBadge = (tier: MembershipTier | null): string | null => (tier === null ? null : `+${tier}`);

/** The badges that a collection can carry, in the order in which they stand. (CAT-04) */
export const BADGES = ["new", "free", "variety", "trending", "+silver", "+gold", "+elite", "avfx +"] as const;

/** One of the badges. */
export type ProductBadge = (typeof BADGES)[number];

/** Whether a tag is there for its badge, and says nothing of the item itself. (CAT-04) */
export const isBadge = (tag: string): boolean => BADGES.some((badge) => badge === tag);

/**
 * The badges of a collection in their order: free and tier badges come from what the item is, the others from the tags
 * that its editors gave it. (CAT-04)
 */
export const badgesOf = (
  collection: Pick<Collection, "free_product" | "membership_tier" | "tags">,
): readonly ProductBadge[] => {
  const tier = tierBadge(collection.membership_tier);
  return BADGES.filter((badge) => {
    if (badge === "free") return collection.free_product;
    if (badge.startsWith("+")) return badge === tier;
    return collection.tags.includes(badge);
  });
};

/** The money of a collection as its page states it, in cents and credits. (CAT-03) */
export interface StatedPrices {
  readonly price: Cents;
  /** What it cost before, where it cost more. */
  readonly original_price: Cents | null;
  readonly credit_price: Credits | null;
  /** What the whole collection costs in credits for an owner of one of its variants; null where that is no offer. */
  readonly upgrade_credit_price: Credits | null;
}

/**
 * The prices that a page states: an original price only where it was higher, an upgrade only where it is cheaper.
 * (CAT-03)
 */
export const displayPrices = (prices: StatedPrices): StatedPrices => ({
  price: prices.price,
  credit_price: prices.credit_price,
  original_price: prices.original_price !== null && prices.original_price > prices.price ? prices.original_price : null,
  upgrade_credit_price:
    prices.upgrade_credit_price !== null &&
    prices.credit_price !== null &&
    prices.upgrade_credit_price < prices.credit_price
      ? prices.upgrade_credit_price
      : null,
});

/**
 * The prices that a page states to somebody: what is left of a collection costs less for who has one of its variants,
 * and is no offer to anybody else. (CAT-03, CRD-10)
 */
export const pricesFor = (
  prices: StatedPrices,
  buyer: { readonly owns: boolean; readonly ownsVariant: boolean },
): StatedPrices => {
  const stated = displayPrices(prices);
  const isOffered = buyer.ownsVariant && !buyer.owns;
  return { ...stated, upgrade_credit_price: isOffered ? stated.upgrade_credit_price : null };
};

/**
 * The credits that all of a collection costs at the prices that its page states; null where credits don't buy it: they
 * buy premium items that were not taken out of the shop. (CAT-03)
 */
export const creditsToGet = ({
  access,
  listed,
  credit_price,
  upgrade_credit_price,
}: Pick<Collection, "access" | "listed"> &
  Pick<StatedPrices, "credit_price" | "upgrade_credit_price">): Credits | null =>
  access === "premium" && listed ? (upgrade_credit_price ?? credit_price) : null;

/**
 * What all of a collection costs an account in credits that has none of it, or owns one of its variants and so pays
 * what is left; null where credits don't buy it. (CAT-03, CRD-10)
 */
export const creditPriceFor = (
  collection: Pick<
    Collection,
    "access" | "listed" | "price" | "original_price" | "credit_price" | "upgrade_credit_price"
  >,
  ownsVariant: boolean,
): Credits | null => creditsToGet({ ...collection, ...pricesFor(collection, { owns: false, ownsVariant }) });

/** Whether somebody may see a collection: one that was taken out of the shop is there for who has something of it. */
export const isVisible = (collection: Pick<Collection, "listed">, hasSomeOfIt: boolean): boolean =>
  collection.listed || hasSomeOfIt;

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

/** Whether the variants of a collection have a 3D scene of their own: models do. (DWN-01) */
export const hasScene = (collection: Pick<Collection, "library_id">): boolean => collection.library_id === 3;

/** What the 3D scene of a variant is called as a file. (DWN-01) */
export const sceneFileName = (variant: Pick<CollectionVariant, "file_name">): string =>
  `${variant.file_name.replace(/\.zip$/, "")}.glb`;

/** Legacy credits buy only 2D collections that the provider made itself. (CRD-09) */
export const takesLegacyCredits = (collection: Pick<Collection, "library_id" | "made_by_provider">): boolean =>
  collection.library_id === 1 && collection.made_by_provider;

/**
 * The credits of an account that pay for a collection, its legacy ones where these are taken; a visitor has none.
 * (CRD-09)
 */
export const spendableCredits = (
  collection: Parameters<typeof takesLegacyCredits>[0],
  account: { readonly current_credit_balance: Credits; readonly legacy_current_credit_balance: Credits } | null,
): Credits => {
  if (account === null) return credits(0);
  const legacy = takesLegacyCredits(collection) ? account.legacy_current_credit_balance : 0;
  return credits(account.current_credit_balance + legacy);
};
