import { type Cents, cents, divideHalfUp } from "../kernel/money.ts";
import type { Credits } from "./credits.schema.ts";

export type { Credits } from "./credits.schema.ts";

/** A non-negative integer as credits; throws RangeError otherwise. */
export const credits = (amount: number): Credits => {
  if (!Number.isSafeInteger(amount) || amount < 0) {
    throw new RangeError(`credits must be a whole number from 0, got ${amount}`);
  }
  return (amount === 0 ? 0 : amount) as Credits;
};

/** The most credits that support staff grant at once. (CLI-02) */
export const MAX_GRANTED_CREDITS = 10_000;

/** The price of one credit in cents, rounded half up; null where there are no credits to divide by. (CRD-04) */
export const costPerCredit = (price: Cents, amount: Credits): Cents | null =>
  amount === 0 ? null : cents(divideHalfUp(price, amount));

/**
 * Cents as a plain figure with two decimals, as the wire and the labels show a cost per credit: "4.95". (PLN-04,
 * CRD-04)
 */
export const formatDecimal = (amount: Cents): string => (amount / 100).toFixed(2);

/** "1 credit", "1,200 credits". */
export const creditsText = (amount: number): string =>
  `${amount.toLocaleString("en-US")} ${amount === 1 ? "credit" : "credits"}`;

/** What an account can spend, its legacy credits by their name: "20 credits and 7 legacy credits". (CRD-09) */
export const balanceText = (current: number, legacy: number): string =>
  legacy === 0 ? creditsText(current) : `${creditsText(current)} and ${creditsText(legacy).replace(" ", " legacy ")}`;

/** How many credits a balance lacks for a price; 0 where it is enough. (CRD-06) */
export const creditsLacking = (price: Credits, balance: Credits): Credits => credits(Math.max(0, price - balance));
