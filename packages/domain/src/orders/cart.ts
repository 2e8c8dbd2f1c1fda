import { type Collection, type CollectionVariant, variantLabel } from "../catalog/collection.ts";
import { type OwnedItem, ownedLicense } from "../catalog/ownership.ts";
import type { ItemFactors } from "../licensing/license-factors.ts";
import { type LicenseId, licenseLabel } from "../licensing/license.ts";
import { type Order, type OrderItem, variantOf } from "./order.ts";
import { type VariantOffer, canBuyVariant, isForSale, variantOffer } from "./variant-offer.ts";

/** The action of an item's buy button. */
export type BuyAction = "add-to-cart" | "instant-purchase" | "nothing";

/**
 * Returns the action of the buy button. The button adds to the cart if the cart has items or the buyer's license is
 * known. For a visitor, it buys the item right away. A signed-in buyer without a license can't buy yet.
 */
export const buyAction = (buyer: {
  readonly itemsInCart: number;
  readonly signedIn: boolean;
  readonly hasLicense: boolean;
}): BuyAction => {
  if (buyer.itemsInCart > 0) return "add-to-cart";
  if (!buyer.signedIn) return "instant-purchase";
  return buyer.hasLicense ? "add-to-cart" : "nothing";
};

/** Lifetime of an unused cart, in days. */
export const CART_DAYS = 30;

/** How long a guest who never paid is remembered, in days. A browser forgets its guest after 30 days. */
export const UNPAID_GUEST_DAYS = 90;

/** Maximum number of items in a cart. */
export const MAX_CART_ITEMS = 50;

/** A stored cart. Its items are in the order in which they were added; it stores no prices. */
export interface Cart {
  readonly token: string;
  /** Null for a visitor's cart. */
  readonly user_id: string | null;
  /** The license chosen for this cart, or null. */
  readonly license_id: LicenseId | null;
  readonly discount_code: string | null;
  readonly variant_ids: readonly number[];
  /** The paid order that last removed its items from this cart, or null. */
  readonly order_id: string | null;
}

/** Returns the id of the order that emptied a cart, or null if the cart has items or was never emptied by an order. */
export const emptyingOrder = (cart: Pick<Cart, "variant_ids" | "order_id">): string | null =>
  cart.variant_ids.length > 0 ? null : cart.order_id;

/** Returns the ids of the variants that a change added to a cart. */
export const addedTo = (before: Pick<Cart, "variant_ids">, after: Pick<Cart, "variant_ids">): readonly number[] =>
  after.variant_ids.filter((id) => !before.variant_ids.includes(id));

/**
 * Merges a visitor's cart into the account's cart at sign-in: the account's items first, without duplicates, up to
 * `MAX_CART_ITEMS`. The visitor's license and code win if set.
 */
export const mergeCarts = (accountCart: Cart, visitors: Cart): Cart => ({
  ...accountCart,
  license_id: visitors.license_id ?? accountCart.license_id,
  discount_code: visitors.discount_code ?? accountCart.discount_code,
  variant_ids: [...new Set([...accountCart.variant_ids, ...visitors.variant_ids])].slice(0, MAX_CART_ITEMS),
  order_id: visitors.variant_ids.length === 0 ? accountCart.order_id : null,
});

/** Returns the variants for sale, each with its collection. */
const variantsForSale = (
  collections: readonly Collection[],
): readonly { readonly collection: Collection; readonly variant: CollectionVariant }[] =>
  collections.flatMap((collection) =>
    collection.collection_variants
      .filter((variant) => isForSale(collection, variant))
      .map((variant) => ({ collection, variant })),
  );

/** Returns whether all of these variants are sold for money. */
export const areForSale = (variantIds: readonly number[], collections: readonly Collection[]): boolean => {
  const sold = new Set(variantsForSale(collections).map(({ variant }) => variant.id));
  return variantIds.every((id) => sold.has(id));
};

/**
 * Returns an item's name for receipts and lists, such as "Ground Fire · 2K", made of its collection's name and its own
 * label.
 */
export const itemLabel = (name: string, label: string): string => `${name} · ${label}`;

/** Returns what a license upgrade adds to an item's name, such as "License upgrade from Individual". */
export const raisedFromText = (from: LicenseId): string => `License upgrade from ${licenseLabel(from)}`;

/** A cart item that its owner can buy. */
export interface CartItem extends VariantOffer {
  readonly collection: Collection;
  readonly variant: CollectionVariant;
}

/** Returns a cart item's name for quotes and receipts, noting any license upgrade. */
export const cartItemLabel = ({
  collection,
  variant,
  raised_from,
}: Pick<VariantOffer, "raised_from"> & {
  readonly collection: Pick<Collection, "name">;
  readonly variant: Pick<CollectionVariant, "resolution" | "format">;
}): string => {
  const label = itemLabel(collection.name, variantLabel(variant));
  return raised_from === null ? label : `${label} · ${raisedFromText(raised_from)}`;
};

/**
 * Returns the cart items that the owner can buy under a license, in cart order. Omits items that are no longer for
 * sale, that they own under that license or a higher one, or that their plan includes.
 */
export const buyableItems = (
  variantIds: readonly number[],
  collections: readonly Collection[],
  owner: { readonly plan: "none" | "free" | "paid"; readonly owned: readonly OwnedItem[] },
  licenseId: LicenseId,
  factors: ItemFactors,
): readonly CartItem[] => {
  const byId = new Map(variantsForSale(collections).map((each) => [each.variant.id, each]));
  return variantIds.flatMap((id) => {
    const entry = byId.get(id);
    if (entry === undefined) return [];
    const owned = ownedLicense({ collection_id: entry.collection.id, variant_id: id }, owner.owned);
    const offer = variantOffer(entry.collection, entry.variant, { plan: owner.plan, owned }, licenseId, factors);
    return offer === null ? [] : [{ ...entry, ...offer }];
  });
};

/**
 * Whether the buyer can still buy an ordered item: "gone" if it no longer exists, "owned" if they already own it,
 * "repriced" if the license that the order upgrades is not the one under which they own it, "sold" if they can,
 * "not-sold" if they can't.
 */
export type OrderedOffer = "gone" | "owned" | "repriced" | "sold" | "not-sold";

/**
 * Returns whether the buyer can still buy an ordered item. "not-sold" means that the item is no longer for sale or that
 * their plan now includes it.
 */
export const orderedOffer = (
  collection: Collection | null,
  { collection_variant_id, raised_from }: Omit<OrderItem<"product">, "kind">,
  owner: Parameters<typeof buyableItems>[2],
  license: LicenseId,
): OrderedOffer => {
  if (collection === null) return "gone";
  const owned = ownedLicense({ collection_id: collection.id, variant_id: collection_variant_id }, owner.owned);
  if (owned !== null && (raised_from === null || owned >= license)) return "owned";
  if (owned !== raised_from) return "repriced";
  const sold = variantsForSale([collection]).find(({ variant }) => variant.id === collection_variant_id);
  return sold !== undefined && canBuyVariant(collection, sold.variant, { plan: owner.plan, owned }, license)
    ? "sold"
    : "not-sold";
};

/** Returns the cart after an order is paid, without the sold items and the discount code. */
export const cartAfterOrder = (cart: Cart, order: Pick<Order, "id" | "items">): Cart => {
  const sold = new Set(order.items.map(variantOf));
  return {
    ...cart,
    variant_ids: cart.variant_ids.filter((id) => !sold.has(id)),
    discount_code: null,
    order_id: order.id,
  };
};
