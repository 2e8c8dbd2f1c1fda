import type { Cents } from "./money.schema.ts";
import { formatWhole } from "./whole-number.ts";

export type { Cents } from "./money.schema.ts";

/** A factor as a ratio of integers, so that prices have no floating-point errors. */
export interface Ratio {
  readonly numerator: number;
  readonly denominator: number;
}

/** Converts an integer to cents. Throws RangeError for anything else, which is a bug in our code. */
export const cents = (amount: number): Cents => {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`cents must be a whole number, got ${amount}`);
  // Negative zero compares equal to zero, but prints as "-0".
  return (amount === 0 ? 0 : amount) as Cents;
};

/** Zero as a `Cents` value. */
export const ZERO = 0 as Cents;

const halfUp = (numerator: bigint, denominator: bigint): number => {
  const doubled = 2n * numerator + denominator;
  const divisor = 2n * denominator;
  const quotient = doubled / divisor;
  // BigInt division truncates toward zero; halves round up.
  return Number(doubled < 0n && doubled % divisor !== 0n ? quotient - 1n : quotient);
};

/** Returns floor(a × b / c) of non-negative integers, without overflow. */
export const floorOf = (a: number, b: number, c: number): number => Number((BigInt(a) * BigInt(b)) / BigInt(c));

/** Returns ceil(a × b / c) of non-negative integers, without overflow. */
export const ceilOf = (a: number, b: number, c: number): number =>
  Number((BigInt(a) * BigInt(b) + BigInt(c) - 1n) / BigInt(c));

/** Divides integers, rounding halves up, toward positive infinity. Exact for safe integers. */
export const divideHalfUp = (numerator: number, denominator: number): number =>
  halfUp(BigInt(numerator), BigInt(denominator));

/** Multiplies cents by a ratio, rounding half up once. */
export const multiply = (amount: Cents, factor: Ratio): Cents =>
  cents(halfUp(BigInt(amount) * BigInt(factor.numerator), BigInt(factor.denominator)));

/** Returns a percentage (0–100) of an amount, rounded half up. */
export const percentOf = (amount: Cents, percent: number): Cents =>
  multiply(amount, { numerator: percent, denominator: 100 });

/** Returns the sum of amounts, in cents. */
export const sum = (amounts: Iterable<Cents>): Cents => {
  let total = 0;
  for (const amount of amounts) total += amount;
  return cents(total);
};

/** Returns the smaller of two amounts. */
export const min = (ceiling: Cents, amount: Cents): Cents => (amount > ceiling ? ceiling : amount);

/** Returns the larger of two amounts. */
export const max = (floor: Cents, amount: Cents): Cents => (amount < floor ? floor : amount);

/** Formats cents as US dollars: 123456 → "$1,234.56", -50 → "-$0.50". */
export const formatUsd = (amount: Cents): string => {
  const positive = Math.abs(amount);
  const dollars = formatWhole(Math.floor(positive / 100));
  return `${amount < 0 ? "-" : ""}$${dollars}.${String(positive % 100).padStart(2, "0")}`;
};

/** Formats an amount without cents, rounded to dollars: "$7,081". */
export const formatWholeUsd = (amount: Cents): string => `$${formatWhole(Math.round(amount / 100))}`;
