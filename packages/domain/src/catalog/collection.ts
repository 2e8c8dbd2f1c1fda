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
 * A library. `searchName` is its label in the search box, `listing` the path of its listing, and `products` the path
 * prefix of its product pages.
 */
export interface Library {
  readonly id: LibraryId;
  readonly name: string;
  readonly searchName: string;
  readonly listing: string;
  readonly products: string;
}

const library = (id: number, library: Omit<Library, "id">): Library => ({ id: id as LibraryId, ...library });

/** The three libraries, in the order of the search box and the footer. */
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

/** Returns a library by id. Throws RangeError if there is none. */
export const libraryOf = (id: LibraryId): Library => {
  const match = LIBRARIES.find((each) => each.id === id);
  if (match === undefined) throw new RangeError(`there is no library ${id}`);
  return match;
};

/** Returns the path of a collection's thumbnail, which is 640 pixels wide. */
export const thumbnailPath = (slug: string): string => `/media/${slug}-640.avif`;

const MEGABYTE = 1_000_000;

/** Formats a file size in decimal megabytes, or in gigabytes from 1,000 MB: "45 MB", "1.2 GB". */
export const fileSizeText = (bytes: number): string => {
  const megabytes = Math.max(1, Math.round(bytes / MEGABYTE));
  return megabytes < 1_000 ? `${megabytes} MB` : `${(megabytes / 1_000).toFixed(1)} GB`;
};

/** Returns "Included" or "Not Included", as the product page shows an alpha channel. */
export const alphaText = (alpha: boolean): string => (alpha ? "Included" : "Not Included");

/** Returns the badge of a tier, such as "+silver", or null without a tier. */
export const tierBadge = (tier: MembershipTier | null): string | null => (tier === null ? null : `+${tier}`);

/** The badges a collection can have, in display order. */
export const BADGES = ["new", "free", "variety", "trending", "+silver", "+gold", "+elite", "avfx +"] as const;

/** One of the badges in `BADGES`. */
export type ProductBadge = (typeof BADGES)[number];

/** Returns whether a tag is the name of a badge. Other tags describe the content. */
export const isBadge = (tag: string): boolean => BADGES.some((badge) => badge === tag);

/**
 * Returns the badges of a collection in display order. The free and tier badges follow from its fields, the others from
 * its tags. (CAT-04)
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

/**
 * The prices of a collection as its page shows them, in cents and credits. `credit_price` is null if credits can't buy
 * it.
 */
export interface StatedPrices {
  readonly price: Cents;
  /** The price before a reduction, or null if it was not reduced. */
  readonly original_price: Cents | null;
  readonly credit_price: Credits | null;
  /** The price of the whole collection in credits for owners of one of its variants, or null if not offered. */
  readonly upgrade_credit_price: Credits | null;
}

/** Returns the prices to show: the original price only if it was higher, and the upgrade price only if it is lower. */
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
 * Returns the prices to show to a customer. Only owners of a variant, but not of the whole collection, see the upgrade
 * price. (CAT-03, CRD-10)
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
 * Returns the price of the whole collection in credits, or null if it can't be bought with credits. Only listed premium
 * collections can. (CAT-03)
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
 * Returns the whole collection's price in credits for an account that doesn't own it, or null if it can't be bought
 * with credits. `ownsVariant` is whether the account owns one of its variants. (CAT-03, CRD-10)
 */
export const creditPriceFor = (
  collection: Pick<
    Collection,
    "access" | "listed" | "price" | "original_price" | "credit_price" | "upgrade_credit_price"
  >,
  ownsVariant: boolean,
): Credits | null => creditsToGet({ ...collection, ...pricesFor(collection, { owns: false, ownsVariant }) });

/**
 * Returns whether a customer can see a collection or a variant. An unlisted one is visible to customers who own any
 * part of it.
 */
export const isVisible = (goods: Pick<Collection | CollectionVariant, "listed">, hasSomeOfIt: boolean): boolean =>
  goods.listed || hasSomeOfIt;

/** Returns the variants that a customer can see: those for sale, and those that they own. */
export const visibleVariants = <V extends Pick<CollectionVariant, "id" | "listed">>(
  variants: readonly V[],
  ownedIds: readonly number[],
): readonly V[] => variants.filter((variant) => isVisible(variant, ownedIds.includes(variant.id)));

/** Returns the label of an access level. */
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

/** Returns whether a collection's variants also come as a 3D scene. Only those in the 3D library do. */
export const hasScene = (collection: Pick<Collection, "library_id">): boolean => collection.library_id === 3;

/** Returns a variant's label next to the others of its collection: its resolution, and its format if it has one. */
export const variantLabel = ({ resolution, format }: Pick<CollectionVariant, "resolution" | "format">): string =>
  format === null ? resolution : `${resolution} ${format}`;

/** Returns the file name of a variant's 3D scene: the variant's file name with the extension ".glb". */
export const sceneFileName = (variant: Pick<CollectionVariant, "file_name">): string =>
  `${variant.file_name.replace(/\.[a-z0-9]+$/, "")}.glb`;

/**
 * Returns whether legacy credits can buy a collection. They can buy only 2D collections that the store made itself
 * (`made_by_provider`). (CRD-09)
 */
export const takesLegacyCredits = (collection: Pick<Collection, "library_id" | "made_by_provider">): boolean =>
  collection.library_id === 1 && collection.made_by_provider;

/**
 * Returns the credits an account can spend on a collection, including legacy credits if they are accepted. Returns 0
 * for a visitor. (CRD-09)
 */
export const spendableCredits = (
  collection: Parameters<typeof takesLegacyCredits>[0],
  account: { readonly current_credit_balance: Credits; readonly legacy_current_credit_balance: Credits } | null,
): Credits => {
  if (account === null) return credits(0);
  const legacy = takesLegacyCredits(collection) ? account.legacy_current_credit_balance : 0;
  return credits(account.current_credit_balance + legacy);
};
