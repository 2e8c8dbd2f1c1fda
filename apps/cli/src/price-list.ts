import { PRICE_LIST } from "@backlot/catalogue/price-list";
import { type LicenceId, type PlanVariant, planVariantsFor } from "@backlot/domain";
import type { Output } from "./output.ts";
import { answered, storeAt } from "./store.ts";

/**
 * The plans that each of some licences may buy: those of a running store where one is named, else of the list that
 * ships with it, which is said once.
 */
export const plansFor = async (
  licences: readonly LicenceId[],
  storeUrl: string | undefined,
  output: Output,
): Promise<readonly (readonly PlanVariant[])[]> => {
  if (storeUrl === undefined) {
    output.err("From the price list that ships with Backlot; name a running store with --store to ask it.");
    return licences.map((licence) => planVariantsFor(PRICE_LIST, licence));
  }
  const store = await storeAt(storeUrl);
  return Promise.all(
    licences.map((license_id) => answered(storeUrl, store.planVariants.list({ query: { license_id } }))),
  );
};
