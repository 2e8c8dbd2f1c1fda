import { PRICE_LIST } from "@backlot/domain/plans/price-list";
import { type LicenseId, type PlanVariant, planVariantsFor } from "@backlot/domain";
import type { Output } from "../output.ts";
import { answered, storeAt } from "../store.ts";

/** Prints a note that the prices come from the built-in price list, unless a store is given. */
export const sayPriceList = (storeUrl: string | undefined, output: Output): void => {
  if (storeUrl === undefined)
    output.err("From the price list that ships with Backlot. To ask a running store: --store, or backlot login.");
};

/** Returns the plans that a license may buy, from the store if one is given, else from the built-in price list. */
export const plansFor = async (license: LicenseId, storeUrl: string | undefined): Promise<readonly PlanVariant[]> => {
  if (storeUrl === undefined) return planVariantsFor(PRICE_LIST, license);
  const store = await storeAt(storeUrl);
  return answered(storeUrl, store.planVariants.list({ query: { license_id: license } }));
};
