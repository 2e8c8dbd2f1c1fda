import type { TeamRole } from "../accounts/account.schema.ts";
import { isTeamMember } from "../accounts/team.ts";
import type { Collection, CollectionVariant } from "../catalog/collection.ts";
import { type Cents, cents } from "../kernel/money.ts";
import type { ItemFactors } from "../licensing/license-factors.ts";
import type { LicenseId } from "../licensing/license.ts";
import { itemPrice } from "../pricing/item-price.ts";

/**
 * Returns whether to hide "Add to Cart". True for free items, owned items, and silver items if the user has a paid
 * plan.
 */
export const hidesAddToCart = (
  collection: Pick<Collection, "free_product" | "membership_tier">,
  user: { readonly plan: "none" | "free" | "paid"; readonly owns: boolean },
): boolean => collection.free_product || user.owns || (collection.membership_tier === "silver" && user.plan === "paid");

/** Returns whether a variant is sold for money. */
export const isForSale = (
  collection: Pick<Collection, "free_product" | "listed">,
  variant: Pick<CollectionVariant, "listed" | "price">,
): boolean => collection.listed && variant.listed && !collection.free_product && variant.price > 0;

/**
 * A potential buyer of a variant. `owned` is the license under which they already own it, or null. Omit `role` for
 * someone who is not a team member.
 */
export interface VariantBuyer {
  readonly plan: "none" | "free" | "paid";
  readonly owned: LicenseId | null;
  readonly role?: TeamRole;
  /** Whether one of the buyer's payments is disputed, which blocks all purchases. */
  readonly isDisputed?: boolean;
}

/**
 * The price of a variant under the buyer's license, in cents. For a license upgrade, `raised_from` is the license under
 * which they own the variant, and the price is the difference. Otherwise it is null.
 */
export interface VariantOffer {
  readonly price: Cents;
  readonly raised_from: LicenseId | null;
}

/**
 * Returns whether a user can buy a variant under a license. They can't if it isn't for sale, if they own it under that
 * license or a higher one, if they get it for free, if they are a team member (the team owner pays), or while one of
 * their payments is disputed. (LIC-13, ORD-06)
 */
export const canBuyVariant = (
  collection: Pick<Collection, "free_product" | "listed" | "membership_tier">,
  variant: Pick<CollectionVariant, "listed" | "price">,
  { plan, owned, role = "Admin", isDisputed = false }: VariantBuyer,
  license: LicenseId,
): boolean => {
  const owns = owned !== null && owned >= license;
  if (!isForSale(collection, variant) || hidesAddToCart(collection, { plan, owns })) return false;
  return !isTeamMember(role) && !isDisputed;
};

/** Returns the offer of a variant under a license, or null if the user can't buy it. (LIC-13, ORD-06) */
export const variantOffer = (
  collection: Pick<Collection, "free_product" | "listed" | "membership_tier">,
  variant: Pick<CollectionVariant, "listed" | "price">,
  user: VariantBuyer,
  license: LicenseId,
  factors: ItemFactors,
): VariantOffer | null => {
  const { owned: raised_from } = user;
  if (!canBuyVariant(collection, variant, user, license)) return null;
  const paid = raised_from === null ? 0 : itemPrice(variant.price, raised_from, factors);
  return { price: cents(itemPrice(variant.price, license, factors) - paid), raised_from };
};

/** A variant for sale, at its price under the buyer's license. */
export type OfferedVariant<V> = Omit<V, "price"> & VariantOffer;

/** A variant that a customer owns, and the license under which they own it. */
export interface OwnedVariant {
  readonly id: number;
  readonly license_id: LicenseId;
}

/** Returns the license under which a customer owns one of a collection's variants, or null if they don't own it. */
export const licenseOfVariant = (owned: readonly OwnedVariant[], variantId: number): LicenseId | null =>
  owned.find(({ id }) => id === variantId)?.license_id ?? null;

/**
 * Returns whether the user can upgrade the license of a variant that they own. A team's administrator upgrades it for
 * its members. (LIC-13)
 */
export const mayUpgradeLicense = (user: Pick<VariantBuyer, "owned" | "role">, license: LicenseId): boolean =>
  user.owned !== null && user.owned < license && !isTeamMember(user.role ?? "Admin");

/**
 * Returns the variants of a collection that the user can buy. Omits those that they own under the license or get for
 * free; a team member can't buy any.
 */
export const offeredVariants = <V extends Pick<CollectionVariant, "id" | "listed" | "price">>(
  collection: Pick<Collection, "free_product" | "listed" | "membership_tier"> & {
    readonly collection_variants: readonly V[];
    readonly owned_variants: readonly OwnedVariant[];
  },
  user: Omit<VariantBuyer, "owned">,
  license: LicenseId,
  factors: ItemFactors,
): readonly OfferedVariant<V>[] =>
  collection.collection_variants.flatMap((variant) => {
    const owned = licenseOfVariant(collection.owned_variants, variant.id);
    const offer = variantOffer(collection, variant, { ...user, owned }, license, factors);
    return offer === null ? [] : [{ ...variant, ...offer }];
  });

/**
 * Returns the offer with this id, or else the cheapest one, the first if several cost the same. Null if there
 * are no offers.
 */
export const selectOffer = <V extends { readonly id: number; readonly price: Cents }>(
  offers: readonly V[],
  offerId: number,
): V | null =>
  offers.find(({ id }) => id === offerId) ??
  offers.reduce<V | null>((least, each) => (least === null || each.price < least.price ? each : least), null);
