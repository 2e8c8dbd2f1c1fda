import { type Cents, type Ratio, cents, divideHalfUp, multiply, sum } from "../kernel/money.ts";

/** The tax rate of a store that has none configured. */
export const NO_TAX: Ratio = { numerator: 0, denominator: 1 };

/** The denominator of a rate in ten thousandths of a percent. */
const DENOMINATOR = 1_000_000;

/** A percentage from 0 to 100 as a rate, exact to four decimals; throws RangeError on any other. (ORD-04) */
export const taxRate = (percent: number): Ratio => {
  const numerator = Math.round(percent * 10_000);
  if (!(percent >= 0 && percent <= 100) || Math.abs(numerator / 10_000 - percent) > 1e-9)
    throw new RangeError(`a tax rate is a percentage from 0 to 100 with four decimals at most, got ${percent}`);
  return { numerator, denominator: DENOMINATOR };
};

/** The percentage that a text names, from 0 to 100 with four decimals at most; null for any other text. (ORD-04) */
export const taxPercentNamed = (text: string): number | null =>
  /^(?:\d{1,2}(?:\.\d{1,4})?|100)$/.test(text) ? Number(text) : null;

/** A rate as a percentage, as providers take it. */
export const percentOfRate = ({ numerator, denominator }: Ratio): number =>
  Math.round((numerator * DENOMINATOR) / denominator) / 10_000;

/** What stands beside prices that are shown without tax; null where there is none. (ORD-04) */
export const taxNote = (rate: Ratio): string | null =>
  rate.numerator === 0 ? null : `Prices are without tax. ${percentOfRate(rate)}% is added at checkout.`;

/** The tax on an amount without tax, in cents, rounded half up. (ORD-04) */
export const taxOn = (amount: Cents, rate: Ratio): Cents => multiply(amount, rate);

/** An amount with its tax, in cents. (ORD-04) */
export const withTax = (amount: Cents, rate: Ratio): Cents => cents(amount + taxOn(amount, rate));

/** An amount without the tax that it contains: undoes `withTax`. In cents. (ORD-04) */
export const withoutTax = (amount: Cents, { numerator, denominator }: Ratio): Cents =>
  cents(divideHalfUp(amount * denominator, denominator + numerator));

/** What the credits of a quote cost with their tax, in cents, where they are paid apart from their plan. (CHK-04) */
export const addOnTotal = (quote: {
  readonly lines: readonly { readonly kind: string; readonly net: Cents }[];
  readonly tax_rate?: Ratio | undefined;
}): Cents => {
  const packs = quote.lines.filter(({ kind }) => kind === "pack");
  return withTax(sum(packs.map(({ net }) => net)), quote.tax_rate ?? NO_TAX);
};
