// Pricing functions for other channels.
import * as Pack from "./credits/credit-pack.ts";
import * as Plan from "./plans/plan.ts";
import * as Cart from "./pricing/quote-cart.ts";
import * as Item from "./pricing/item-price.ts";
import * as PriceQuote from "./pricing/quote.ts";
import * as Upgrade from "./pricing/quote-upgrade.ts";
import * as Explain from "./pricing/explain-quote.ts";
import {
  amount,
  cartCode,
  count,
  creditCount,
  factors,
  license,
  offer,
  pack,
  percent,
  prices,
  promo,
  range,
  ratio,
  sale,
  signed,
  text,
  time,
  variant,
} from "./checked-values.ts";
import { checked, fields, list, nullable, optional } from "./kernel/check.ts";

/** Returns the plans for sale under a license, with their prices. `offers` are from a price list. */
export const planVariantsFor = /* @__PURE__ */ checked(Plan.planVariantsFor, () => [
  ["offers", list(fields({ ...offer, ...prices() }))],
  ["license_id", license],
]);

/** Returns the quote for a new plan, with a sale or promo code, account credit, an add-on pack, and tax. */
export const quotePlan = /* @__PURE__ */ checked(PriceQuote.quotePlan, () => [
  [
    "input",
    fields({
      variant: variant(),
      accountCredit: signed,
      smallest: optional(amount),
      at: time,
      tax: optional(ratio()),
      sale: optional(nullable(sale())),
      promo: optional(nullable(promo())),
      pack: optional(nullable(pack())),
    }),
  ],
]);

/** Returns the quote for an upgrade: the new price minus the unused part of the plan, with tax. */
export const quoteUpgrade = /* @__PURE__ */ checked(Upgrade.quoteUpgrade, () => [
  ["variant", variant()],
  [
    "preview",
    fields({
      credits_returned: creditCount,
      credit_for_unused: amount,
      account_credit_used: amount,
      account_credit_left: amount,
      next_renewal: nullable(fields({ at: time, price: amount })),
    }),
  ],
  ["tax", optional(ratio())],
  ["debt", optional(fields({ owed: amount, smallest: amount }))],
]);

/** Returns the quote for credits bought without a plan. */
export const quotePack = /* @__PURE__ */ checked(PriceQuote.quotePack, () => [
  ["pack", pack()],
  ["tax", optional(ratio())],
]);

/** Returns the quote for a cart of files, with the bundle discount and a cart code. */
export const quoteCart = /* @__PURE__ */ checked(Cart.quoteCart, () => [
  [
    "input",
    fields({
      items: list(fields({ product_id: text, name: text, price: amount })),
      code: nullable(cartCode()),
      rules: fields({
        bundle: nullable(fields({ minimum_items: count, percent_off: percent })),
        smallest_charge: amount,
      }),
      tax: optional(ratio()),
    }),
  ],
]);

/** Returns the rules that a quote applied, each with its amount in cents. */
export const explainQuote = /* @__PURE__ */ checked(Explain.explainQuote, () => [
  [
    "quote",
    fields({ lines: list(fields({ gross: amount, net: amount })), discounts: list(fields({ amount })), total: amount }),
  ],
]);

/** Returns the price of a file under a license, in cents. `factors` are a price list's `item_factors`. */
export const itemPrice = /* @__PURE__ */ checked(Item.itemPrice, () => [
  ["listPrice", amount],
  ["license_id", license],
  ["factors", factors()],
]);

/** Returns the price of a number of credits, or a failure if the ranges don't price it. */
export const customPackPrice = /* @__PURE__ */ checked(Pack.customPackPrice, () => [
  ["ranges", list(range())],
  ["amount", creditCount],
]);
