import * as Result from "effect/Result";
import type { PackPrices, PackRange } from "./credit-pack.schema.ts";
import { type Credits, credits, formatDecimal } from "./credits.ts";
import type { LicenseId } from "../licensing/license.ts";
import { type Cents, cents } from "../kernel/money.ts";

export type { PackPrices, PackRange } from "./credit-pack.schema.ts";

/** A problem in a list of ranges. `at` is the number of credits at which it occurs. */
export type RangeProblem =
  | { readonly _tag: "Gap"; readonly at: number }
  | { readonly _tag: "Overlap"; readonly at: number }
  | { readonly _tag: "Backwards"; readonly at: number }
  | { readonly _tag: "NoEnd" }
  | { readonly _tag: "Cliff"; readonly at: number };

/**
 * Returns the problems in a list of ranges: gaps, overlaps, reversed ranges, no open end, and cliffs, where one more
 * credit lowers the total price. (CRD-03)
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

/** The error for an amount that no range covers. */
export interface AmountNotPriced {
  readonly _tag: "AmountNotPriced";
  readonly amount: Credits;
}

/** Returns the price ranges for a license: individual prices for Individual, business prices for all others. */
export const rangesFor = (prices: PackPrices, license: LicenseId): readonly PackRange[] =>
  license === 1 ? prices.individual : prices.business;

/**
 * Returns the price of a number of credits in cents. Every credit costs the price of the range that contains the
 * amount. Fails if no range does. (CRD-03)
 */
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

/**
 * A credit pack priced for a license. `price` is the individual price and `adjusted_price` is the license's price, both
 * in cents. Costs per credit are in dollars, with two decimals.
 */
export interface CreditPack {
  readonly amount: Credits;
  readonly price: Cents;
  readonly adjusted_price: Cents;
  readonly individual_price_per_credit: string;
  readonly business_price_per_credit: string;
  readonly cost_per_credit: string;
  readonly adjusted_cost_per_credit: string;
}

/** Returns a credit pack priced for a license. Fails if no range covers the amount. */
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

/**
 * Returns the requested number of credits: the id of the pack, which equals its number of credits, or else
 * `recurring_credits`. Returns 0, which is never sold, if both are missing.
 */
export const askedCredits = (request: {
  readonly credit_pack_variant_id?: number | null | undefined;
  readonly recurring_credits?: number | null | undefined;
}): number => request.credit_pack_variant_id ?? request.recurring_credits ?? 0;

/** Returns the minimum number of credits to buy: those that are missing for an item, but at least one. */
export const minimumCustomAmount = (missing: number): number => Math.max(1, missing);

/**
 * Returns what to offer a customer who lacks credits for an item: the missing number itself unless a pack has exactly
 * that many, and the packs that cover it. If no credits are missing, returns all packs.
 */
export const packsToOffer = <P extends { readonly amount: number }>(
  packs: readonly P[],
  missing: number,
): { readonly exact: Credits | null; readonly packs: readonly P[] } => ({
  exact: missing > 0 && packs.every(({ amount }) => amount !== missing) ? credits(missing) : null,
  packs: packs.filter(({ amount }) => amount >= missing),
});

/** The maximum number of credits per purchase. Card providers limit the amount of a charge. */
export const MAXIMUM_CUSTOM_AMOUNT = 100_000;

/** Returns whether a number of credits can be bought in one purchase, given the number that are missing for an item. */
export const isSoldAmount = (amount: number, missing = 0): boolean =>
  Number.isInteger(amount) && amount >= minimumCustomAmount(missing) && amount <= MAXIMUM_CUSTOM_AMOUNT;

/**
 * Returns a number of credits as a pack priced for a license. Null if that number isn't sold, or if there is no price
 * list (`prices` is null) or it doesn't cover the number.
 */
export const soldPack = (prices: PackPrices | null, amount: number, license: LicenseId): CreditPack | null => {
  if (prices === null || !isSoldAmount(amount)) return null;
  const pack = creditPack(prices, credits(amount), license);
  return Result.isSuccess(pack) ? pack.success : null;
};

/** Returns the fields of a pack that its quote line needs, with the price in cents. */
export const packLine = (
  pack: Pick<CreditPack, "amount" | "adjusted_price">,
): { readonly reference: string; readonly amount: Credits; readonly price: Cents } => ({
  reference: String(pack.amount),
  amount: pack.amount,
  price: pack.adjusted_price,
});

/**
 * Parses the amount typed into the dialog, and returns whether it can be bought. `amount` is null if it isn't a whole
 * number. Commas may group thousands.
 */
export const customAmount = (
  typed: string,
  missing: number,
): { readonly valid: boolean; readonly amount: Credits | null } => {
  if (!/^(?:\d{1,7}|\d{1,3}(?:,\d{3}){1,2})$/.test(typed.trim())) return { valid: false, amount: null };
  const amount = Number(typed.replaceAll(",", ""));
  return { valid: isSoldAmount(amount, missing), amount: credits(amount) };
};

/** Returns the amount minus one, but at least the minimum. */
export const decreaseAmount = (amount: number, missing: number): number =>
  Math.max(minimumCustomAmount(missing), amount - 1);

/** Returns the amount plus one, but at most the maximum. */
export const increaseAmount = (amount: number): number => Math.min(MAXIMUM_CUSTOM_AMOUNT, amount + 1);

/** An offer in the buy-credits dialog: a plan with credits, or a one-time credit pack. */
export type CreditOffer = "plan" | "pack";

/**
 * Returns the offers in the buy-credits dialog, in display order. Without a plan to upgrade to, returns only packs.
 * Otherwise, the plan comes first, except for up to 50 credits on yearly billing. `amount` is how many more credits the
 * customer needs. (CRD-06)
 */
export const creditOffers = (
  hasUpgrades: boolean,
  interval: "month" | "year",
  amount: number,
): readonly CreditOffer[] => {
  if (!hasUpgrades) return ["pack"];
  return interval === "year" && amount <= 50 ? ["pack", "plan"] : ["plan", "pack"];
};

/** The mode of the buy-credits dialog: for an item that the balance doesn't cover, or in general. */
export type BuyCreditsMode =
  | { readonly _tag: "not-enough-credits"; readonly missing: Credits }
  | { readonly _tag: "buy-more-credits" };

/**
 * Returns the mode of the buy-credits dialog. `missing` is how many more credits the customer needs for an item, or
 * null if there is no item.
 */
export const buyCreditsMode = (missing: Credits | null): BuyCreditsMode =>
  missing !== null && missing > 0 ? { _tag: "not-enough-credits", missing } : { _tag: "buy-more-credits" };
