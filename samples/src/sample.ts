import type { Catalog } from "@backlot/application";
import { type CartCode, cents } from "@backlot/domain";
import { SAMPLE_COLLECTIONS } from "./collections.ts";
import { PRICE_LIST } from "@backlot/domain/pricing/default-price-list";

/** The catalog of the sample store. */
export const SAMPLE_CATALOG: Catalog = {
  prices: PRICE_LIST,
  collections: SAMPLE_COLLECTIONS.map((each) => each.collection),
  homePage: { hero: "flamethrower", featured: [], categories: [] },
};

/** Discount codes to try in the sample store's cart. Only a store with sandbox providers gets them. */
export const SAMPLE_CODES: readonly CartCode[] = [
  { code: "TAKE10", value: cents(1_000), uses_per_account: 100 },
  { code: "CART25", percent_off: 25, uses_per_account: 100 },
  { code: "ONEUSE", value: cents(500), max_uses: 1 },
];
