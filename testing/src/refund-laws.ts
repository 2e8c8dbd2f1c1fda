import {
  type FundedGrant,
  type FundingState,
  inItems,
  moneyBehind,
  remainingFraction,
  unrecovered,
} from "@backlot/domain";
import { expect } from "vitest";

/** The tolerance for sums of fractions, in cents. */
export const EPSILON = 1e-6;

/**
 * Returns what a customer still has or has used of a grant, in cents. Credits are valued at the price paid for them,
 * and used time at the money that funded it at the time.
 */
export const worthOf = (state: FundingState, holder: FundedGrant): number => {
  const { kind, price, granted, unspent, allocations, clawbacks, period } = holder;
  if (kind !== "time") return granted === 0 ? 0 : ((unspent + inItems(state, holder)) * price) / granted;
  const used = clawbacks.map((fall) => {
    if (!fall.runs || period === null) return fall.cents as number;
    const { remainder: left, whole } = remainingFraction(period, fall.at);
    return fall.cents * (1 - left / whole);
  });
  return moneyBehind(allocations) + used.reduce((all, each) => all + each, 0);
};

/**
 * Expects that no grant is worth more to the customer than the money that still funds it plus its unrecovered amount.
 */
export const expectWorthCovered = (state: FundingState): void => {
  for (const holder of state.grants) {
    const { kind, source, unspent, price, granted, taken, lapsed, allocations } = holder;
    const money = moneyBehind(allocations);
    if (kind !== "time") {
      expect(unspent * price, `unspent credits of ${source}`).toBeLessThanOrEqual(money * granted);
      expect(unspent + taken + lapsed + inItems(state, holder)).toBeLessThanOrEqual(granted);
    }
    expect(worthOf(state, holder), `worth of ${source}`).toBeLessThanOrEqual(money + unrecovered(holder) + EPSILON);
  }
};
