import { PRICE_LIST } from "@backlot/catalog/price-list";
import { type LicenseId, type PlanVariant, planVariantsFor } from "@backlot/domain";
import type { Output } from "./output.ts";
import { answered, storeAt } from "./store.ts";

/** Says which price list a command works by, where no running store is asked. */
export const sayPriceList = (storeUrl: string | undefined, output: Output): void => {
  if (storeUrl === undefined)
    output.err("From the price list that ships with Backlot; name a running store with --store to ask it.");
};

/**
 * The plans that a license may buy: those of a running store where one is named, else of the list that ships with it.
 */
export const plansFor = async (license: LicenseId, storeUrl: string | undefined): Promise<readonly PlanVariant[]> => {
  if (storeUrl === undefined) return planVariantsFor(PRICE_LIST, license);
  const store = await storeAt(storeUrl);
  return answered(storeUrl, store.planVariants.list({ query: { license_id: license } }));
};
