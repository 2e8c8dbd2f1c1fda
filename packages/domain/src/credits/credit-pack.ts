import * as Result from "effect/Result";
import type { PackPrices, PackRange } from "./credit-pack.schema.ts";
import { type Credits, credits, formatDecimal } from "./credits.ts";
import type { LicenseId } from "../licensing/license.ts";
import { type Cents, cents } from "../kernel/money.ts";

export type { PackPrices, PackRange } from "./credit-pack.schema.ts";

/** What is wrong with a list of ranges. `at` is an amount of credits. */
export type RangeProblem =
  | { readonly _tag: "Gap"; readonly at: number }
  | { readonly _tag: "Overlap"; readonly at: number }
  | { readonly _tag: "Backwards"; readonly at: number }
  | { readonly _tag: "NoEnd" }
  | { readonly _tag: "Cliff"; readonly at: number };

/**
 * Everything wrong with a price list: gaps and overlaps, ranges that end before they begin, no open end, and cliffs,
 * where one credit more costs less in all. Empty for a sound list. (CRD-03)
 */
export const validateRanges = (ranges: readonly PackRange[]): readonly RangeProblem[] => {
  const problems: RangeProblem[] = [];
  const sorted = [...ranges].sort((a, b) => a.min - b.min);
  let next = 1;
  let open = false;
  for (const [index, range] of sorted.entries()) {
    if (range.max !== null && range.max < range.min) problems.push({ _tag: "Backwards", at: range.min });
    if (open || range.min < next) problems.push({ _tag: "Overlap", at: range.min });
    else if (range.min > next) problems.push({ _tag: "Gap", at: next });
    const before = sorted[index - 1];
    if (before !== undefined && before.max === range.min - 1 && before.max * before.price > range.min * range.price) {
      problems.push({ _tag: "Cliff", at: range.min });
    }
    if (range.max === null) open = true;
    else next = Math.max(next, range.max + 1);
  }
  if (!open) problems.push({ _tag: "NoEnd" });
  return problems;
};

/** No range prices this amount: the list has a hole. (CRD-03) */
export interface AmountNotPriced {
  readonly _tag: "AmountNotPriced";
  readonly amount: Credits;
}

/** The ranges of a license: Individual pays the individual's price, all others the business price. (CRD-04) */
export const rangesFor = (prices: PackPrices, license: LicenseId): readonly PackRange[] =>
  license === 1 ? prices.individual : prices.business;

/** What an amount of credits costs, in cents: the price of its range for every credit; 0 credits cost 0. (CRD-03) */
export const customPackPrice = (
  ranges: readonly PackRange[],
  amount: Credits,
): Result.Result<Cents, AmountNotPriced> => {
  if (amount === 0) return Result.succeed(cents(0));
  const range = ranges.find((each) => amount >= each.min && (each.max === null || amount <= each.max));
  return range === undefined
    ? Result.fail({ _tag: "AmountNotPriced", amount })
    : Result.succeed(cents(amount * range.price));
};

/** A credit pack priced for a license. `price` is the individual's, `adjusted_price` the license's. (CRD-01, CRD-04) */
export interface CreditPack {
  readonly amount: Credits;
  readonly price: Cents;
  readonly adjusted_price: Cents;
  readonly individual_price_per_credit: string;
  readonly business_price_per_credit: string;
  readonly cost_per_credit: string;
  readonly adjusted_cost_per_credit: string;
}

/** A pack of an amount, priced for a license; fails where the list has a hole. (CRD-01, CRD-04) */
export const creditPack = (
  prices: PackPrices,
  amount: Credits,
  license: LicenseId,
): Result.Result<CreditPack, AmountNotPriced> =>
  Result.gen(function* () {
    const individual = yield* customPackPrice(prices.individual, amount);
    const business = yield* customPackPrice(prices.business, amount);
    const adjusted = license === 1 ? individual : business;
    const perCredit = (price: Cents): string => formatDecimal(amount === 0 ? cents(0) : cents(price / amount));
    return {
      amount,
      price: individual,
      adjusted_price: adjusted,
      individual_price_per_credit: perCredit(individual),
      business_price_per_credit: perCredit(business),
      cost_per_credit: perCredit(individual),
      adjusted_cost_per_credit: perCredit(adjusted),
    };
  });

/** How many credits are asked for, by a pack's id or by their number; 0, which nobody is sold, where neither says. */
export const askedCredits = (asked: {
  readonly credit_pack_variant_id?: number | null | undefined;
  readonly recurring_credits?: number | null | undefined;
}): number => asked.credit_pack_variant_id ?? asked.recurring_credits ?? 0;

/** The smallest custom amount: one credit, or all that are missing. (CRD-02) */
export const minimumCustomAmount = (missing: number): number => Math.max(1, missing);

/** The first of some packs that brings what is missing; null where none does. (CRD-02, CRD-06) */
export const packFor = <P extends { readonly amount: number }>(packs: readonly P[], missing: number): P | null =>
  packs.find(({ amount }) => amount >= missing) ?? null;

/** The most credits that are sold at once: what a card provider charges in one go has an end. (CRD-02) */
export const MAXIMUM_CUSTOM_AMOUNT = 100_000;

/** Whether so many credits may be bought at once, where some are missing. (CRD-02) */
export const isSoldAmount = (amount: number, missing = 0): boolean =>
  Number.isInteger(amount) && amount >= minimumCustomAmount(missing) && amount <= MAXIMUM_CUSTOM_AMOUNT;

/**
 * A number of credits as it is sold, priced for a license; null where it is not sold, or the list has no price for it.
 * (CRD-02, CRD-03, CRD-04)
 */
export const soldPack = (prices: PackPrices | null, amount: number, license: LicenseId): CreditPack | null => {
  if (prices === null || !isSoldAmount(amount)) return null;
  const pack = creditPack(prices, credits(amount), license);
  return Result.isSuccess(pack) ? pack.success : null;
};

/** A pack as a line of a quote is made from it: what it is called, its credits and its price in cents. (ORD-04) */
export const packLine = (
  pack: Pick<CreditPack, "amount" | "adjusted_price">,
): { readonly reference: string; readonly amount: Credits; readonly price: Cents } => ({
  reference: String(pack.amount),
  amount: pack.amount,
  price: pack.adjusted_price,
});

/**
 * What a typed amount comes to: a number of credits that may be bought, or not. Text that is no whole number is not.
 * (CRD-02)
 */
export const customAmount = (
  typed: string,
  missing: number,
): { readonly valid: boolean; readonly amount: Credits | null } => {
  if (!/^\d{1,7}$/.test(typed.trim())) return { valid: false, amount: null };
  const amount = Number(typed);
  return { valid: isSoldAmount(amount, missing), amount: credits(amount) };
};

/** One fewer; at the minimum nothing happens. (CRD-02) */
export const decreaseAmount = (amount: number, missing: number): number =>
  Math.max(minimumCustomAmount(missing), amount - 1);

/** One more; at the maximum nothing happens. (CRD-02) */
export const increaseAmount = (amount: number): number => Math.min(MAXIMUM_CUSTOM_AMOUNT, amount + 1);

/** What the buy-more-credits dialog offers, in order. (CRD-06) */
export type CreditOffer = "plan" | "pack";

/**
 * The order of offers: with plans to upgrade to, monthly shows the plan first; yearly does so above 50 credits.
 * (CRD-06)
 */
export const creditOffers = (
  hasUpgrades: boolean,
  interval: "month" | "year",
  amount: number,
): readonly CreditOffer[] => {
  if (!hasUpgrades) return ["pack"];
  return interval === "year" && amount <= 50 ? ["pack", "plan"] : ["plan", "pack"];
};

/** How the buy-more-credits dialog opens: for credits that an item lacks, or for more of them. (CRD-06) */
export type BuyCreditsMode =
  | { readonly _tag: "not-enough-credits"; readonly missing: Credits }
  | { readonly _tag: "buy-more-credits" };

/** The mode of the dialog, and with it the least amount that its custom pack may have. (CRD-06, CRD-02) */
export const buyCreditsMode = (missing: Credits | null): BuyCreditsMode =>
  missing !== null && missing > 0 ? { _tag: "not-enough-credits", missing } : { _tag: "buy-more-credits" };
