import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ZERO,
  max,
  cents,
  costPerCredit,
  credits,
  creditsText,
  divideHalfUp,
  formatUsd,
  formatWholeUsd,
  percentOf,
  sum,
  multiply,
  formatDecimal,
} from "@backlot/domain";
import { formatWhole } from "@backlot/domain/kernel/whole-number";
import { arbPrice } from "@backlot/testing/arbitraries";

describe("money", () => {
  it("refuses what is no whole number of cents", () => {
    for (const wrong of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])
      expect(() => cents(wrong)).toThrow(RangeError);
    expect(Object.is(cents(-0), 0)).toBe(true);
  });

  it.each([
    [5, 2, 3],
    [-5, 2, -2],
    [4, 3, 1],
    [-4, 3, -1],
    [7, 2, 4],
    [0, 7, 0],
    [-1, 2, 0],
  ])("rounds %i/%i half up to %i", (a, b, expected) => {
    expect(divideHalfUp(a, b)).toBe(expected);
  });

  it("is never more than half a cent off", () => {
    fc.assert(
      fc.property(
        arbPrice,
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 1, max: 1_000_000 }),
        (price, n, d) => {
          const rounded = BigInt(multiply(price, { numerator: n, denominator: d }));
          const twiceError = 2n * (rounded * BigInt(d) - BigInt(price) * BigInt(n));
          expect(twiceError <= BigInt(d) && twiceError > -BigInt(d)).toBe(true);
        },
      ),
    );
  });

  it("takes percents within the amount", () => {
    fc.assert(
      fc.property(arbPrice, fc.integer({ min: 0, max: 100 }), (price, percent) => {
        const part = percentOf(price, percent);
        expect(part).toBeGreaterThanOrEqual(0);
        expect(part).toBeLessThanOrEqual(price);
      }),
    );
    expect(percentOf(cents(4_900), 30)).toBe(1_470);
  });

  it("keeps the larger of two amounts", () => {
    expect([max(cents(0), cents(-5)), max(cents(0), cents(5)), max(cents(7), cents(7)), ZERO]).toEqual([0, 5, 7, 0]);
    expect(() => cents(0.5)).toThrow("cents must be a whole number, got 0.5");
    expect(multiply(cents(-5), { numerator: 1, denominator: 2 })).toBe(-2);
    expect(multiply(cents(5), { numerator: 1, denominator: 2 })).toBe(3);
  });

  it("counts credits in whole numbers from nothing", () => {
    expect(Object.is(credits(-0), 0)).toBe(true);
    for (const wrong of [-1, 1.5, Number.NaN])
      expect(() => credits(wrong)).toThrow(`credits must be a whole number from 0, got ${wrong}`);
    expect([creditsText(1), creditsText(0), creditsText(1_200)]).toEqual(["1 credit", "0 credits", "1,200 credits"]);
  });

  it("adds up", () => {
    expect(sum([cents(1), cents(-3), cents(10)])).toBe(8);
    expect(sum([])).toBe(0);
  });

  it.each([
    [123_456, "$1,234.56"],
    [-50, "-$0.50"],
    [0, "$0.00"],
    [4_900, "$49.00"],
  ])("shows %i cents as %s", (amount, text) => {
    expect(formatUsd(cents(amount))).toBe(text);
  });

  it("shows amounts and numbers as Intl does", () => {
    const usd = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
    fc.assert(
      fc.property(fc.integer({ min: -(10 ** 12), max: 10 ** 12 }), (value) => {
        expect(formatUsd(cents(value))).toBe(usd.format(value / 100));
        expect(formatWhole(value)).toBe(value.toLocaleString("en-US"));
      }),
    );
  });

  it("LIC-15 values of badges are shown in whole dollars", () => {
    expect([0, 708_100, 149, 150].map((amount) => formatWholeUsd(cents(amount)))).toEqual(["$0", "$7,081", "$1", "$2"]);
  });

  it("CRD-04 states the cost of a credit with two decimals, and none where there are no credits", () => {
    expect(costPerCredit(cents(4_900), credits(20))).toBe(245);
    expect(costPerCredit(cents(4_900), credits(0))).toBeNull();
    expect(formatDecimal(cents(245))).toBe("2.45");
    expect(formatDecimal(cents(300))).toBe("3.00");
    expect(() => credits(-1)).toThrow(RangeError);
    expect(() => credits(1.5)).toThrow(RangeError);
  });
});
