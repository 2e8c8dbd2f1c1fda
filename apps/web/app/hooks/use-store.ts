import type { ShopLook } from "@backlot/domain/kernel/shop";
import type { PriceRules } from "@backlot/domain/pricing/price-list";
import { createContext, useContext } from "react";

/** Store data that every page needs: its name, look, and price rules. */
interface PageStore {
  readonly shop: ShopLook;
  readonly prices: PriceRules;
}

/** The store of a page, or null on an error page. */
export const StoreContext = createContext<PageStore | null>(null);

const useStore = (): PageStore => {
  const store = useContext(StoreContext);
  if (store === null) throw new Error("an error page has no store data");
  return store;
};

/** Returns the store's price rules. Throws Error on an error page. */
export const usePrices = (): PriceRules => useStore().prices;

/** Returns the store's name and look, or null on an error page. */
export const useShopOrNull = (): ShopLook | null => useContext(StoreContext)?.shop ?? null;

/** Returns the store's name and look. Throws Error on an error page. */
export const useShop = (): ShopLook => useStore().shop;
