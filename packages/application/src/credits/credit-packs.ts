import { LOWEST_LICENSE, type LicenseId, creditPack, credits, rangesFor } from "@backlot/domain";
import { ReadRepositories } from "@backlot/ports";
import { CreditPacks } from "@backlot/ports/catalog/catalog.contract";
import * as Effect from "effect/Effect";
import * as Result from "effect/Result";
import { implement } from "../implement.ts";

/** Reads the prices of credit packs. */
export const packPrices = Effect.gen(function* () {
  const { packs } = yield* ReadRepositories;
  const found = yield* packs.prices();
  if (found === null) throw new Error("the store was never stocked with pack prices");
  return found;
});

/** Returns the packs on offer and the price ranges of custom amounts, for a license. */
export const listPacks = (license: LicenseId) =>
  Effect.map(packPrices, (list) => ({
    data: list.presets.flatMap((amount) => {
      const pack = creditPack(list, credits(amount), license);
      return Result.isSuccess(pack) ? [{ id: amount, recurring_credits: pack.success.amount, ...pack.success }] : [];
    }),
    custom_credit_packs_prices: rangesFor(list, license),
  }));

/** Credit packs, priced for a license. */
export const creditPacks = implement(CreditPacks, {
  list: ({ query }) => listPacks(query.license_id ?? LOWEST_LICENSE),
});
