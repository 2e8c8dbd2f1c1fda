import type { Seller } from "@backlot/domain";
import { ReadRepositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { Settings } from "./settings.ts";

/** Reads the store's name and look again for this process, and returns them. */
export const refreshShop = Effect.gen(function* () {
  const repos = yield* ReadRepositories;
  const now = yield* repos.shop.current();
  return (yield* Settings).shop.set(now);
});

/** Returns the seller that new receipts and certificates name. Without a name of its own, it has the store's. */
export const currentSeller = Settings.useSync(({ shop }): Seller => {
  const { name, seller } = shop.current();
  return { ...seller, name: seller.name ?? name };
});
