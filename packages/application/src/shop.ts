import type { Seller } from "@backlot/domain";
import { ReadRepositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { Settings } from "./settings.ts";

/** Reads the store's name and look, for what this process sends from now on, and returns them. */
export const refreshShop = Effect.gen(function* () {
  const { shop } = yield* ReadRepositories;
  const now = yield* shop.current();
  (yield* Settings).shop.set(now);
  return now;
});

/** Returns the seller that new receipts and certificates name: that of the settings, or the store. */
export const currentSeller = Settings.useSync(
  ({ seller, shop }): Seller => ({ ...seller, name: seller.name ?? shop.current().name }),
);
