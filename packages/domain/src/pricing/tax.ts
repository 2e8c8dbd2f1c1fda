import { type Cents, type Ratio, cents, divideHalfUp, multiply, sum } from "../kernel/money.ts";

/** The tax rate of a store that doesn't charge tax: 0%. */
export const NO_TAX: Ratio = { numerator: 0, denominator: 1 };

/** Rates are in ten-thousandths of a percent. */
const DENOMINATOR = 1_000_000;

/** Converts a percentage from 0 to 100 with up to four decimals to a rate. Throws RangeError on any other number. */
export const taxRate = (percent: number): Ratio => {
  const numerator = Math.round(percent * 10_000);
  if (!(percent >= 0 && percent <= 100) || Math.abs(numerator / 10_000 - percent) > 1e-9)
    throw new RangeError(`a tax rate is a percentage from 0 to 100 with four decimals at most, got ${percent}`);
  return { numerator, denominator: DENOMINATOR };
};

/** Parses a percentage from 0 to 100 with up to four decimals. Returns null for any other text. */
export const taxPercentNamed = (text: string): number | null =>
  /^(?:\d{1,2}(?:\.\d{1,4})?|100)$/.test(text) ? Number(text) : null;

/** Returns a rate as a percentage with up to four decimals, as providers expect it. */
export const percentOfRate = ({ numerator, denominator }: Ratio): number =>
  Math.round((numerator * DENOMINATOR) / denominator) / 10_000;

/** Returns the note next to prices that exclude tax, or null if there is no tax. */
export const taxNote = (rate: Ratio): string | null =>
  rate.numerator === 0 ? null : `Prices don't include tax. We add ${percentOfRate(rate)}% at checkout.`;

/** Returns the tax on a net amount, in cents, rounded half up. */
export const taxOn = (amount: Cents, rate: Ratio): Cents => multiply(amount, rate);

/** Returns an amount including tax, in cents. */
export const withTax = (amount: Cents, rate: Ratio): Cents => cents(amount + taxOn(amount, rate));

/** Returns an amount excluding tax, in cents, rounded half up. Inverse of `withTax`. */
export const withoutTax = (amount: Cents, { numerator, denominator }: Ratio): Cents =>
  cents(divideHalfUp(amount * denominator, denominator + numerator));

/**
 * Returns the price of a quote's add-on credits including tax, in cents. Some providers charge it separately from the
 * plan.
 */
export const addOnTotal = (quote: {
  readonly lines: readonly { readonly kind: string; readonly net: Cents }[];
  readonly tax_rate?: Ratio | undefined;
}): Cents => {
  const packs = quote.lines.filter(({ kind }) => kind === "pack");
  return withTax(sum(packs.map(({ net }) => net)), quote.tax_rate ?? NO_TAX);
};
