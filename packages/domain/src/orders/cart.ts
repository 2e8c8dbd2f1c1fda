import type { Collection } from "../catalogue/collection.ts";
import type { LicenceId } from "../licensing/licence.ts";
import { licence } from "../licensing/licence.ts";
import { type Cents, multiply } from "../kernel/money.ts";

/** The price of a single item under a licence, in cents: its factor counts for every licence. (ORD-05) */
export const itemPrice = (listPrice: Cents, id: LicenceId): Cents => multiply(listPrice, licence(id).priceFactor);

/** What pressing the buy button of an item does. (ORD-03) */
export type BuyAction = "add-to-cart" | "instant-purchase" | "nothing";

/**
 * A cart with something in it takes more; else a known licence fills it, a visitor buys at once, and nobody else does
 * anything. (ORD-03)
 */
export const buyAction = (known: {
  readonly itemsInCart: number;
  readonly signedIn: boolean;
  readonly hasLicence: boolean;
}): BuyAction => {
  if (known.itemsInCart > 0) return "add-to-cart";
  if (!known.signedIn) return "instant-purchase";
  return known.hasLicence ? "add-to-cart" : "nothing";
};

/**
 * Add to Cart is hidden for what the user has for nothing: free items, owned ones, and silver ones with a paid plan.
 * (ORD-05)
 */
export const hidesAddToCart = (
  collection: Pick<Collection, "free_product" | "membership_tier">,
  user: { readonly plan: "none" | "free" | "paid"; readonly owns: boolean },
): boolean => collection.free_product || user.owns || (collection.membership_tier === "silver" && user.plan === "paid");
