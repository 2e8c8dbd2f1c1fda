import { EVERYTHING, stockOf } from "@backlot/domain";
import { Clock, ReadRepositories } from "@backlot/ports";
import { Settings as Contract } from "@backlot/ports/engagement/settings.contract";
import * as Effect from "effect/Effect";
import { implement } from "../implement.ts";
import { Settings } from "../settings.ts";

/** Where counting Essentials items stops, to limit the cost of the query. */
const MOST_CLAIMED = 10_000;

/** Handlers for public store settings and catalog counts. */
export const settings = implement(Contract, {
  get: () =>
    Effect.gen(function* () {
      const { storefront } = yield* ReadRepositories;
      const { changePolicy } = yield* Settings;
      return { licence_rule: changePolicy.licenseRule, ...(yield* storefront.announced((yield* Clock).now())) };
    }),
  claims: () =>
    Effect.gen(function* () {
      const { collections } = yield* ReadRepositories;
      const filter = { ...EVERYTHING, access: "essentials" as const };
      const [essentials, typical_credit_price] = yield* Effect.all(
        [collections.count({ filter, limit: MOST_CLAIMED }), collections.typicalCreditPrice()],
        { concurrency: "unbounded" },
      );
      return { essentials, typical_credit_price };
    }),
  stockClaims: () =>
    Effect.gen(function* () {
      const { collections } = yield* ReadRepositories;
      return { ...stockOf(yield* collections.countByLibrary()), claimed: (yield* Settings).stockClaims };
    }),
});
