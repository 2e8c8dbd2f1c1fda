import type { Cents } from "./money.schema.ts";

export type { Cents } from "./money.schema.ts";

/** An exact factor. Factors are ratios of integers, so no price depends on binary fractions. (LIC-01) */
export interface Ratio {
  readonly numerator: number;
  readonly denominator: number;
}

/** An integer as cents; throws RangeError on anything else, since that is a mistake in our own code. */
export const cents = (amount: number): Cents => {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`cents must be a whole number, got ${amount}`);
  // Minus zero would compare equal and print as "-0".
  return (amount === 0 ? 0 : amount) as Cents;
};

/** No money. */
export const ZERO = 0 as Cents;

const halfUp = (numerator: bigint, denominator: bigint): number => {
  const doubled = 2n * numerator + denominator;
  const divisor = 2n * denominator;
  const quotient = doubled / divisor;
  // Division of big integers cuts toward zero; halves go up.
  return Number(doubled < 0n && doubled % divisor !== 0n ? quotient - 1n : quotient);
};

/** floor(a × b / c) of integers from 0, without losing a digit. */
export const floorOf = (a: number, b: number, c: number): number => Number((BigInt(a) * BigInt(b)) / BigInt(c));

/** ceil(a × b / c) of integers from 0, without losing a digit. */
export const ceilOf = (a: number, b: number, c: number): number =>
  Number((BigInt(a) * BigInt(b) + BigInt(c) - 1n) / BigInt(c));

/** Integer division that rounds halves up, toward plus infinity. Exact for safe integers. */
export const divideHalfUp = (numerator: number, denominator: number): number =>
  halfUp(BigInt(numerator), BigInt(denominator));

/** Cents times a ratio, rounded half up, once. */
export const multiply = (amount: Cents, factor: Ratio): Cents =>
  cents(halfUp(BigInt(amount) * BigInt(factor.numerator), BigInt(factor.denominator)));

/** Percent (0–100) of an amount, rounded half up. */
export const percentOf = (amount: Cents, percent: number): Cents =>
  multiply(amount, { numerator: percent, denominator: 100 });

/** The sum of amounts, in cents. */
export const sum = (amounts: Iterable<Cents>): Cents => {
  let total = 0;
  for (const amount of amounts) total += amount;
  return cents(total);
};

/** The smaller of two amounts. */
export const min = (ceiling: Cents, amount: Cents): Cents => (amount > ceiling ? ceiling : amount);

/** The larger of two amounts. */
export const max = (floor: Cents, amount: Cents): Cents => (amount < floor ? floor : amount);

const USD = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** Dollars with two decimals in US format: 123456 → "$1,234.56", -50 → "-$0.50". */
export const formatUsd = (amount: Cents): string => USD.format(amount / 100);
