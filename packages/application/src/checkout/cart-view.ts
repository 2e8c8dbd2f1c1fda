import {
  BUNDLE_NAME,
  type Cart,
  type Provider,
  bundleProgress,
  libraryOf,
  message,
  refusesCode,
  thumbnailPath,
  variantLabel,
  waysToPay,
} from "@backlot/domain";
import type { CartView } from "@backlot/ports";
import { type PricedCart, payFactsOf } from "../orders/price-cart.ts";

/** Returns a priced cart in its wire format. `offered` are the payers that the store offers. */
export const toCartView = (cart: Cart, priced: PricedCart, offered: readonly Provider[]): CartView => {
  const { items, quote, code, code_error } = priced;
  const discounted = quote.discounts.find(({ kind }) => kind === "code");
  const paying = payFactsOf(priced);
  const { bundle } = priced;
  return {
    token: cart.token,
    license_id: priced.license_id,
    license_chosen: cart.license_id !== null,
    items: items.map(({ collection, variant, price, raised_from }) => ({
      id: variant.id,
      name: collection.name,
      slug: collection.slug,
      library_id: collection.library_id,
      library: libraryOf(collection.library_id).name,
      resolution: variant.resolution,
      label: variantLabel(variant),
      price,
      raised_from,
      default_thumbnail: thumbnailPath(collection.slug),
    })),
    discount:
      cart.discount_code === null
        ? null
        : {
            code: code?.code ?? cart.discount_code,
            value: discounted?.amount ?? null,
            error: code_error === null ? null : message(code_error),
          },
    bundle:
      bundle === null
        ? null
        : {
            name: BUNDLE_NAME,
            ...bundle,
            ...bundleProgress(
              items.map(({ price }) => price),
              bundle,
            ),
          },
    subtotal: quote.subtotal,
    total: quote.total,
    ways: waysToPay(
      offered,
      offered.map((payer) => ({
        payer,
        paying,
        // A free cart needs no payer.
        quote: paying.total > 0 && refusesCode(payer, paying.code) ? priced.quote_without_code : null,
        note: null,
      })),
    ),
    quote,
  };
};
