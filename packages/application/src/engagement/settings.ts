import { publicShop, stockOf } from "@backlot/domain";
import { ReadRepositories, currentTime } from "@backlot/ports";
import { Settings as Contract } from "@backlot/ports/engagement/settings.contract";
import * as Effect from "effect/Effect";
import { implement } from "../implement.ts";
import { Settings } from "../settings.ts";

/** Handlers for public store settings and catalog counts. */
export const settings = implement(Contract, {
  get: Effect.fnUntraced(function* () {
    const repos = yield* ReadRepositories;
    const { changePolicy, shop } = yield* Settings;
    const announced = yield* repos.storefront.announced(yield* currentTime);
    return { license_rule: changePolicy.licenseRule, ...announced, shop: publicShop(shop.set(announced.shop)) };
  }),
  claims: Effect.fnUntraced(function* () {
    const repos = yield* ReadRepositories;
    const [tiers, typical_credit_price] = yield* Effect.all(
      [repos.collections.essentialsByTier(), repos.collections.typicalCreditPrice()],
      { concurrency: "unbounded" },
    );
    return {
      essentials: tiers.reduce((count, { items }) => count + items, 0),
      essentials_tiers: tiers.flatMap(({ tier, ...stock }) => (tier === null ? [] : [{ tier, ...stock }])),
      typical_credit_price,
    };
  }),
  stockClaims: Effect.fnUntraced(function* () {
    const repos = yield* ReadRepositories;
    return { ...stockOf(yield* repos.collections.countByLibrary()), claimed: (yield* Settings).stockClaims };
  }),
});
