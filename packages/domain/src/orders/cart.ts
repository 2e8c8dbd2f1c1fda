import { isTeamMember } from "../accounts/team.ts";
import type { TeamRole } from "../accounts/account.schema.ts";
import type { Collection, CollectionVariant } from "../catalog/collection.ts";
import { type OwnedItem, ownedVariantIds } from "../catalog/ownership.ts";
import type { LicenseId } from "../licensing/license.ts";
import type { Cents } from "../kernel/money.ts";
import { itemPrice } from "../pricing/item-price.ts";
import { type Order, variantOf } from "./order.ts";

/** What pressing the buy button of an item does. (ORD-03) */
export type BuyAction = "add-to-cart" | "instant-purchase" | "nothing";

/**
 * A cart with something in it takes more; else a known license fills it, a visitor buys at once, and nobody else does
 * anything. (ORD-03)
 */
export const buyAction = (known: {
  readonly itemsInCart: number;
  readonly signedIn: boolean;
  readonly hasLicense: boolean;
}): BuyAction => {
  if (known.itemsInCart > 0) return "add-to-cart";
  if (!known.signedIn) return "instant-purchase";
  return known.hasLicense ? "add-to-cart" : "nothing";
};

/**
 * Add to Cart is hidden for what the user has for nothing: free items, owned ones, and silver ones with a paid plan.
 * (ORD-05)
 */
export const hidesAddToCart = (
  collection: Pick<Collection, "free_product" | "membership_tier">,
  user: { readonly plan: "none" | "free" | "paid"; readonly owns: boolean },
): boolean => collection.free_product || user.owns || (collection.membership_tier === "silver" && user.plan === "paid");

/** How long a cart is kept that nobody uses, in days. (ORD-01) */
export const CART_DAYS = 30;

/** How many items a cart holds at most. (ORD-01) */
export const MAX_CART_ITEMS = 50;

/** A cart as it is kept: what is in it, in the order in which it was put there. The server prices it. */
export interface Cart {
  readonly token: string;
  /** Null for a visitor's. */
  readonly user_id: string | null;
  /** The license that was chosen for it; null where none was. */
  readonly license_id: LicenseId | null;
  readonly discount_code: string | null;
  readonly variant_ids: readonly number[];
  /** The order that last sold what was in it. */
  readonly order_id: string | null;
}

/** The order that emptied a cart; null for one that was filled again since, or never sold. (CHK-07) */
export const emptyingOrder = (cart: Pick<Cart, "variant_ids" | "order_id">): string | null =>
  cart.variant_ids.length > 0 ? null : cart.order_id;

/** The variants of a cart that an earlier state of it did not have. (ANL-02) */
export const addedTo = (before: Pick<Cart, "variant_ids">, after: Pick<Cart, "variant_ids">): readonly number[] =>
  after.variant_ids.filter((id) => !before.variant_ids.includes(id));

/**
 * The cart of somebody who signs in: their own, with what they had put into the visitor's one behind it, each once. The
 * visitor's license and code count where they had chosen one. (ORD-01)
 */
export const mergeCarts = (own: Cart, visitors: Cart): Cart => ({
  ...own,
  license_id: visitors.license_id ?? own.license_id,
  discount_code: visitors.discount_code ?? own.discount_code,
  variant_ids: [...new Set([...own.variant_ids, ...visitors.variant_ids])].slice(0, MAX_CART_ITEMS),
  order_id: visitors.variant_ids.length === 0 ? own.order_id : null,
});

/** Whether a variant can be bought with money. (ORD-05) */
export const isForSale = (
  collection: Pick<Collection, "free_product" | "listed">,
  variant: Pick<CollectionVariant, "price">,
): boolean => collection.listed && !collection.free_product && variant.price > 0;

/** Who is offered an item for money. Without a role it is somebody who works in nobody's team. */
export interface VariantBuyer {
  readonly plan: "none" | "free" | "paid";
  readonly owns: boolean;
  readonly role?: TeamRole;
}

/**
 * What a variant costs somebody, in cents under a license; null where it is not offered to them, since it is not for
 * sale, they have it for nothing, or another pays for their team. (ORD-05, ACC-08)
 */
export const variantOffer = (
  collection: Pick<Collection, "free_product" | "listed" | "membership_tier">,
  variant: Pick<CollectionVariant, "price">,
  user: VariantBuyer,
  license: LicenseId,
): Cents | null =>
  isForSale(collection, variant) && !hidesAddToCart(collection, user) && !isTeamMember(user.role ?? "Admin")
    ? itemPrice(variant.price, license)
    : null;

/** A variant that is offered, its price in cents under a license. */
export type OfferedVariant<V> = Omit<V, "price"> & { readonly price: Cents };

/**
 * The variants of a collection that somebody is offered for money: what they have for nothing is left out. (ORD-03,
 * ORD-05)
 */
export const offeredVariants = <V extends Pick<CollectionVariant, "id" | "price">>(
  collection: Pick<Collection, "free_product" | "listed" | "membership_tier"> & {
    readonly collection_variants: readonly V[];
    readonly owned_variant_ids: readonly number[];
  },
  user: Omit<VariantBuyer, "owns">,
  license: LicenseId,
): readonly OfferedVariant<V>[] =>
  collection.collection_variants.flatMap((variant) => {
    const owns = collection.owned_variant_ids.includes(variant.id);
    const price = variantOffer(collection, variant, { ...user, owns }, license);
    return price === null ? [] : [{ ...variant, price }];
  });

/** Of some offers the one that is asked for, else the cheapest, the first of equal ones. Null of none. (ORD-03) */
export const selectOffer = <V extends { readonly id: number; readonly price: Cents }>(
  offers: readonly V[],
  asked: number,
): V | null =>
  offers.find(({ id }) => id === asked) ??
  offers.reduce<V | null>((least, each) => (least === null || each.price < least.price ? each : least), null);

/** The variants of some collections that can be bought with money, each with its collection. (ORD-05) */
const variantsForSale = (
  collections: readonly Collection[],
): readonly { readonly collection: Collection; readonly variant: CollectionVariant }[] =>
  collections.flatMap((collection) =>
    collection.collection_variants
      .filter((variant) => isForSale(collection, variant))
      .map((variant) => ({ collection, variant })),
  );

/** Whether every variant can be bought with money. (ORD-05) */
export const areForSale = (variantIds: readonly number[], collections: readonly Collection[]): boolean => {
  const sold = new Set(variantsForSale(collections).map(({ variant }) => variant.id));
  return variantIds.every((id) => sold.has(id));
};

/** What an item is called, on a receipt as in a list: "Ground Fire · 2K". (ORD-01) */
export const itemLabel = (name: string, resolution: string): string => `${name} · ${resolution}`;

/** An item of a cart as it can be bought, its price in cents. */
export interface CartItem {
  readonly collection: Collection;
  readonly variant: CollectionVariant;
  readonly price: Cents;
}

/**
 * What of a cart its owner can buy under a license, in the cart's order. What is not for sale any more, and what they
 * own or have with their plan, is left out. (ORD-01, ORD-05)
 */
export const buyableItems = (
  variantIds: readonly number[],
  collections: readonly Collection[],
  owner: { readonly plan: "none" | "free" | "paid"; readonly owned: readonly OwnedItem[] },
  licenseId: LicenseId,
): readonly CartItem[] => {
  const byId = new Map(variantsForSale(collections).map((each) => [each.variant.id, each]));
  return variantIds.flatMap((id) => {
    const found = byId.get(id);
    if (found === undefined) return [];
    const owns = ownedVariantIds(found.collection, owner.owned).includes(id);
    const price = variantOffer(found.collection, found.variant, { plan: owner.plan, owns }, licenseId);
    return price === null ? [] : [{ ...found, price }];
  });
};

/** How an ordered item stands to its buyer: not there any more, theirs already, sold, or not sold any more. */
export type OrderedOffer = "gone" | "owned" | "sold" | "not-sold";

/**
 * How an ordered item stands to its buyer now. It is not sold any more where it was withdrawn, or where they have it
 * with their plan by now. (ORD-05, ORD-06)
 */
export const orderedOffer = (
  collection: Collection | null,
  variantId: number,
  owner: Parameters<typeof buyableItems>[2],
  license: LicenseId,
): OrderedOffer => {
  if (collection === null) return "gone";
  if (ownedVariantIds(collection, owner.owned).includes(variantId)) return "owned";
  return buyableItems([variantId], [collection], owner, license).length > 0 ? "sold" : "not-sold";
};

/** A cart once an order of it is paid: without what was sold and without its code. (ORD-01) */
export const cartAfterOrder = (cart: Cart, order: Pick<Order, "id" | "items">): Cart => {
  const sold = new Set(order.items.map(variantOf));
  return {
    ...cart,
    variant_ids: cart.variant_ids.filter((id) => !sold.has(id)),
    discount_code: null,
    order_id: order.id,
  };
};
