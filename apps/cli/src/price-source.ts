import { PLAN_OFFERS, PRICE_LIST } from "@backlot/domain/pricing/default-price-list";
import {
  type LicenseId,
  type PackRange,
  type PlanVariant,
  type PriceList,
  type PriceRules,
  offersOf,
  planVariantsFor,
  rangesFor,
} from "@backlot/domain";
import type { Output } from "./output.ts";
import { answered, storeAt } from "./store.ts";

/** The source of prices: a running store, a price list, or, if neither is given, the prices that ship with Backlot. */
export interface PriceSource {
  readonly store?: string | undefined;
  readonly prices?: PriceList | undefined;
}

/** Prints a note that the prices come from the built-in price list, unless a store or a list is given. */
export const sayPriceList = ({ store, prices }: PriceSource, output: Output): void => {
  if (store === undefined && prices === undefined)
    output.err("Using the price list that ships with Backlot. For a store's prices, use --store or run backlot login.");
};

/** Returns the plans that a license may buy. */
export const plansFor = async (
  license: LicenseId,
  { store: url, prices }: PriceSource,
): Promise<readonly PlanVariant[]> => {
  if (prices !== undefined) return planVariantsFor(offersOf(prices), license);
  if (url === undefined) return planVariantsFor(PLAN_OFFERS, license);
  const store = await storeAt(url);
  return answered(url, store.planVariants.list({ query: { license_id: license } }));
};

/** Returns the prices of credit packs under a license. */
export const packRangesFor = async (
  license: LicenseId,
  { store: url, prices = PRICE_LIST }: PriceSource,
): Promise<readonly PackRange[]> => {
  if (url === undefined) return rangesFor(prices.packs, license);
  const store = await storeAt(url);
  const { custom_credit_packs_prices: ranges } = await answered(
    url,
    store.creditPacks.list({ query: { license_id: license } }),
  );
  return ranges;
};

export const priceRulesOf = async ({ store: url, prices = PRICE_LIST }: PriceSource): Promise<PriceRules> =>
  url === undefined ? prices : (await answered(url, (await storeAt(url)).settings.get())).data.prices;
