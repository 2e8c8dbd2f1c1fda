import type { Catalogue } from "@backlot/application";
import { SAMPLE_COLLECTIONS } from "./collections.ts";
import { PACK_PRICES, PRICE_LIST } from "./price-list.ts";

/** What the sample store sells. */
export const SAMPLE_CATALOGUE: Catalogue = {
  plans: PRICE_LIST,
  packs: PACK_PRICES,
  collections: SAMPLE_COLLECTIONS.map((each) => each.collection),
};
