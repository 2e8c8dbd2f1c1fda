import { type Cents, cents } from "../kernel/money.ts";
import type { Quote } from "../pricing/quote.schema.ts";

/** Money of a payment, in cents: what was charged, and the account credit that the provider used beside it. */
export interface PaidMoney {
  readonly amount: Cents;
  readonly credit: Cents;
}

/**
 * What of a payment stands behind each line of its quote, net of tax: credits and items take their price of what was
 * charged, the plan what is left, so that the shares add up to the payment whatever it was. (ORD-04, ORD-06)
 */
export const lineShares = ({ lines, tax }: Pick<Quote, "lines" | "tax">, paid: PaidMoney): readonly PaidMoney[] => {
  let cash = Math.max(0, paid.amount - tax);
  let credit: number = paid.credit;
  const shares = lines.map((): PaidMoney => ({ amount: cents(0), credit: cents(0) }));
  const places = [...lines.keys()].sort(
    (a, b) => Number(lines[a]?.kind === "plan") - Number(lines[b]?.kind === "plan"),
  );
  for (const [turn, place] of places.entries()) {
    const isLast = turn === places.length - 1;
    const price = lines[place]?.net ?? 0;
    const charged = isLast ? cash : Math.min(cash, price);
    const used = isLast ? credit : Math.min(credit, price - charged);
    shares[place] = { amount: cents(charged), credit: cents(used) };
    cash -= charged;
    credit -= used;
  }
  return shares;
};
