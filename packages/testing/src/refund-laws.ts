import { type Holder, type Standing, moneyBehind, remainingFraction, unrecovered } from "@backlot/domain";
import { expect } from "vitest";

/** What sums of fractions may be off by, in cents. */
export const EPSILON = 1e-6;

/** How many credits of a lot are in items. */
export const inItems = ({ items }: Standing, lotId: string | null): number =>
  items.flatMap((item) => item.draws).reduce((n, draw) => (draw.lot_id === lotId ? n + draw.credits : n), 0);

/** What a customer has of a holder, in cents: credits at the price paid for them, time at the money behind it then. */
export const worthOf = (standing: Standing, holder: Holder): number => {
  const { kind, price, granted, unspent, lot_id, parts, falls, period } = holder;
  if (kind !== "time") return granted === 0 ? 0 : ((unspent + inItems(standing, lot_id)) * price) / granted;
  const used = falls.map((fall) => {
    if (!fall.runs || period === null) return fall.cents as number;
    const { left, whole } = remainingFraction(period, fall.at);
    return fall.cents * (1 - left / whole);
  });
  return moneyBehind(parts) + used.reduce((all, each) => all + each, 0);
};

/** Nothing that a customer holds is worth more than the money that stayed for it and what is listed as unrecovered. */
export const expectWorthCovered = (standing: Standing): void => {
  for (const holder of standing.holders) {
    const { kind, source, unspent, price, granted, taken, lapsed, parts } = holder;
    const money = moneyBehind(parts);
    if (kind !== "time") {
      expect(unspent * price, `unspent credits of ${source}`).toBeLessThanOrEqual(money * granted);
      expect(unspent + taken + lapsed + inItems(standing, holder.lot_id)).toBeLessThanOrEqual(granted);
    }
    expect(worthOf(standing, holder), `worth of ${source}`).toBeLessThanOrEqual(money + unrecovered(holder) + EPSILON);
  }
};
