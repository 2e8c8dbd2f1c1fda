import { LOWEST_LICENSE, type LicenseId, creditPack, credits, rangesFor } from "@backlot/domain";
import { ReadRepositories } from "@backlot/ports";
import { CreditPacks } from "@backlot/ports/credits/credit-packs.contract";
import * as Effect from "effect/Effect";
import * as Result from "effect/Result";
import { implement } from "../implement.ts";

/** Returns the credit pack prices. Dies if no catalog was imported yet. */
export const packPrices = Effect.gen(function* () {
  const repos = yield* ReadRepositories;
  const prices = yield* repos.packs.prices();
  if (prices === null) throw new Error("the store has no pack prices");
  return prices;
});

/** Returns the credit packs on offer and the price ranges for custom amounts, priced for a license. */
export const listPacks = (license: LicenseId) =>
  Effect.map(packPrices, (list) => ({
    data: list.presets.flatMap((amount) => {
      const pack = creditPack(list, credits(amount), license);
      return Result.isSuccess(pack) ? [{ id: amount, recurring_credits: pack.success.amount, ...pack.success }] : [];
    }),
    custom_credit_packs_prices: rangesFor(list, license),
  }));

/** Handlers for credit packs priced for a license. The license defaults to Individual. */
export const creditPacks = implement(CreditPacks, {
  list: ({ query }) => listPacks(query.license_id ?? LOWEST_LICENSE),
});
