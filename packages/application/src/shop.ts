import type { Seller } from "@backlot/domain";
import { ReadRepositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { Settings } from "./settings.ts";

/** Rereads the store's name and look for this process, and returns them. */
export const refreshShop = Effect.gen(function* () {
  const repos = yield* ReadRepositories;
  const now = yield* repos.shop.current();
  return (yield* Settings).shop.set(now);
});

/** Returns the seller named on new receipts and certificates. Its name defaults to the store's name. */
export const currentSeller = Settings.useSync(({ shop }): Seller => {
  const { name, seller } = shop.current();
  return { ...seller, name: seller.name ?? name };
});
