import type { PackPrices } from "../credits/credit-pack.ts";
import { formatUsd } from "../kernel/money.ts";
import { LICENSES, licenseLabel } from "../licensing/license.ts";
import { itemFactor, planFactor } from "../licensing/license-factors.ts";
import type { PriceList, PriceRules } from "./price-list.schema.ts";

const bundleWords = (bundle: PriceRules["bundle"]): string =>
  bundle === null ? "none" : `${bundle.percent_off}% off ${bundle.minimum_items} or more items`;

const rangeWords = (ranges: PackPrices["individual"]): string =>
  ranges.map(({ min, price }) => `${formatUsd(price)} from ${min}`).join(", ");

const RULES: readonly { readonly name: string; readonly text: (list: PriceList) => string }[] = [
  { name: "Bundle discount", text: ({ bundle }) => bundleWords(bundle) },
  {
    name: "Sale",
    text: ({ sale }) => `${sale.percent_off}% off for ${sale.months} ${sale.months === 1 ? "month" : "months"}`,
  },
  { name: "Smallest charge", text: ({ smallest_charge }) => formatUsd(smallest_charge) },
  { name: "Downloads per day", text: ({ daily_downloads: { free, paid } }) => `${free} free, ${paid} paid` },
  { name: "Pack sizes", text: ({ packs }) => packs.presets.join(", ") },
  { name: "Price per credit, Individual", text: ({ packs }) => rangeWords(packs.individual) },
  { name: "Price per credit, other licenses", text: ({ packs }) => rangeWords(packs.business) },
];

/** Returns the differences between two price lists besides their plans, one sentence each, with both values. */
export const priceRuleChanges = (before: PriceList, after: PriceList): readonly string[] => {
  const factors = LICENSES.flatMap(({ id }) => [
    { name: `Item factor, ${licenseLabel(id)}`, text: (list: PriceList) => `${itemFactor(list.item_factors, id)}` },
    { name: `Plan factor, ${licenseLabel(id)}`, text: (list: PriceList) => `${planFactor(list.plan_factors, id)}` },
  ]);
  return [...RULES, ...factors]
    .map(({ name, text }) => ({ name, was: text(before), is: text(after) }))
    .filter(({ was, is }) => was !== is)
    .map(({ name, was, is }) => `${name}: ${was} → ${is}.`);
};
