import { PACK_PRICES, PLAN_OFFERS, PRICE_RULES } from "@backlot/domain/pricing/default-price-list";
import { creditPack, credits, licenseId, validatePriceList, planVariant } from "@backlot/domain";
import * as Result from "effect/Result";
import { describe, expect, it } from "vitest";

describe("the price list of a new store", () => {
  it("CRD-03 is sound", () => {
    expect(validatePriceList({ plans: PLAN_OFFERS, packs: PACK_PRICES, rules: PRICE_RULES })).toEqual([]);
  });

  it.each([
    [128, 1, 0, "month", 1_900],
    [129, 1, 0, "year", 18_000],
    [130, 2, 20, "month", 4_900],
    [131, 1, 50, "month", 9_900],
    [132, 2, 240, "year", 47_000],
    [133, 1, 600, "year", 95_000],
    [134, 3, 0, "month", 3_230],
    [135, 4, 0, "year", 45_000],
    [136, 3, 50, "month", 16_830],
    [137, 5, 100, "month", 53_700],
    [138, 6, 600, "year", 380_000],
    [139, 3, 1_200, "year", 292_400],
  ] as const)(
    "PLN-01 variant %i under license %i gives %i credits a %s for %i cents",
    (id, license, count, interval, price) => {
      const offer = PLAN_OFFERS.find((each) => each.id === id);
      expect(offer && planVariant(offer, licenseId(license))).toMatchObject({
        recurring_credits: count,
        interval,
        adjusted_price: price,
      });
    },
  );

  it.each([
    [5, 1_500, 2_100],
    [20, 5_900, 8_260],
    [50, 14_550, 20_350],
    [100, 28_900, 40_500],
  ])("CRD-04 a pack of %i credits costs an individual %i cents and a business %i", (amount, individual, business) => {
    expect(PACK_PRICES.presets).toContain(amount);
    expect(
      [1, 2, 6].map((id) => Result.getOrThrow(creditPack(PACK_PRICES, credits(amount), licenseId(id))).adjusted_price),
    ).toEqual([individual, business, business]);
  });
});
