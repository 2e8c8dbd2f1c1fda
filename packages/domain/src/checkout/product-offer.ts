import { type Collection, type CollectionVariant, type StatedPrices, isVisible } from "../catalog/collection.ts";
import * as Result from "effect/Result";
import { type DownloadRefusal, mayDownload } from "../downloads/download.ts";
import { type Cents, ZERO } from "../kernel/money.ts";
import type { Provider } from "../kernel/provider.ts";
import type { ItemFactors } from "../licensing/license-factors.ts";
import type { LicenseId } from "../licensing/license.ts";
import { payersFor } from "../orders/payer-refusal.ts";
import { type OwnedVariant, type VariantOffer, licenseOfVariant, variantOffer } from "../orders/variant-offer.ts";
import { type ItemBuyer, type ItemOffer, itemOffer, reducedPrice } from "./item-offer.ts";

/** The viewer of a product page, with the license that sets their prices and the payers that the store offers. */
export interface ProductViewer extends ItemBuyer {
  readonly license: LicenseId;
  readonly minimum: LicenseId;
  readonly current: LicenseId | null;
  readonly payers: readonly Provider[];
}

/** A file of a product: the license under which the viewer owns it, its price, and why a download would be rejected. */
export type ProductFile<V> = V & {
  readonly owned: LicenseId | null;
  readonly offer: VariantOffer | null;
  readonly refusal: DownloadRefusal["_tag"] | null;
};

/** The offer of a product page to its viewer. */
export interface ProductOffer<V> {
  readonly offer: ItemOffer;
  /** Why the viewer can't buy the product, or credits for it, or null. */
  readonly refusal: "dispute_open" | "team_may_not_spend" | "team_may_not_buy_credits" | null;
  /** The files that the viewer can see. */
  readonly files: readonly ProductFile<V>[];
  /** The prices of the files, in cents. Leaves out license upgrades, whose prices apply only to the viewer. */
  readonly prices: readonly Cents[];
  /** The reduced and the original price of the cheapest file, in cents, or null. */
  readonly reduced: ReturnType<typeof reducedPrice>;
  /** The payers that the viewer can use. */
  readonly payers: readonly Provider[];
}

const refusalOf = (offer: ItemOffer): ProductOffer<never>["refusal"] => {
  if (offer._tag === "refused") return offer.reason;
  return offer._tag === "more-credits" && !offer.mayGetMore ? "team_may_not_buy_credits" : null;
};

/** Returns the offer of a product page to its viewer: the purchase, the files, their prices, and payers. */
export const productOffer = <V extends CollectionVariant>(
  product: Pick<Collection, "access" | "free_product" | "listed" | "membership_tier"> &
    StatedPrices & {
      readonly owned: boolean;
      readonly owned_variants: readonly OwnedVariant[];
      readonly collection_variants: readonly V[];
    },
  viewer: ProductViewer,
  factors: ItemFactors,
): ProductOffer<V> => {
  const { plan, role, isDisputed, license, minimum, current } = viewer;
  const offer = itemOffer(product, viewer);
  const files = product.collection_variants.flatMap((variant): readonly ProductFile<V>[] => {
    const owned = licenseOfVariant(product.owned_variants, variant.id);
    const owns = owned !== null;
    if (!isVisible(product, owns)) return [];
    const allowed = mayDownload(product, variant.resolution, { plan, owns });
    return [
      {
        ...variant,
        owned,
        offer: variantOffer(product, variant, { plan, role, owned, isDisputed }, license, factors),
        refusal: Result.isSuccess(allowed) ? null : allowed.failure._tag,
      },
    ];
  });
  // Search engines also want a price for free items.
  const prices = product.free_product
    ? files.map(() => ZERO)
    : files.flatMap((file) => (file.offer?.raised_from === null ? file.offer.price : []));
  return {
    offer,
    refusal: refusalOf(offer),
    files,
    prices,
    reduced: reducedPrice(product, license, prices, factors),
    payers: payersFor(viewer.payers, { minimum, current, purchase: license }),
  };
};
