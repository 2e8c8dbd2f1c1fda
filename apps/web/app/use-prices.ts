import type { PriceRules } from "@backlot/domain/pricing/price-list";
import { createContext, useContext } from "react";

/** The store's price rules, or null on an error page. */
export const PricesContext = createContext<PriceRules | null>(null);

/** Returns the store's price rules. Throws Error outside of a page. */
export const usePrices = (): PriceRules => {
  const prices = useContext(PricesContext);
  if (prices === null) throw new Error("an error page shows no prices");
  return prices;
};
