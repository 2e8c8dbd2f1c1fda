import { type Cents, cents, divideHalfUp } from "../kernel/money.ts";
import { formatWhole } from "../kernel/whole-number.ts";
import type { Credits } from "./credits.schema.ts";

export type { Credits } from "./credits.schema.ts";

/** Converts a non-negative integer to `Credits`. Throws RangeError for anything else. */
export const credits = (amount: number): Credits => {
  if (!Number.isSafeInteger(amount) || amount < 0) {
    throw new RangeError(`credits must be a whole number from 0, got ${amount}`);
  }
  return (amount === 0 ? 0 : amount) as Credits;
};

/** The maximum number of credits that support staff can grant at once. */
export const MAX_GRANTED_CREDITS = 10_000;

/** Returns the price of one credit in cents, rounded half up, or null if `amount` is 0. */
export const costPerCredit = (price: Cents, amount: Credits): Cents | null =>
  amount === 0 ? null : cents(divideHalfUp(price, amount));

/** Formats cents as dollars with two decimals and no symbol, as the API and labels show a cost per credit: "4.95". */
export const formatDecimal = (amount: Cents): string => (amount / 100).toFixed(2);

/** Formats how many more credits someone needs: "1 more credit", "12 more credits". */
export const moreCreditsText = (amount: number): string =>
  `${formatWhole(amount)} more ${amount === 1 ? "credit" : "credits"}`;

/** Formats a number of credits: "1 credit", "1,200 credits". */
export const creditsText = (amount: number): string => `${formatWhole(amount)} ${amount === 1 ? "credit" : "credits"}`;

/** Formats a balance, naming legacy credits separately: "20 credits and 7 legacy credits". */
export const balanceText = (current: number, legacy: number): string =>
  legacy === 0 ? creditsText(current) : `${creditsText(current)} and ${creditsText(legacy).replace(" ", " legacy ")}`;

/** Returns how many credits a balance is short of a price, or 0 if it is enough. */
export const creditsLacking = (price: Credits, balance: Credits): Credits => credits(Math.max(0, price - balance));
