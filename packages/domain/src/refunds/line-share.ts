import { type Cents, ZERO, cents, max, sum } from "../kernel/money.ts";
import type { Quote } from "../pricing/quote.schema.ts";

/** Money of a payment, in cents: what was charged, and the account credit that the provider used beside it. */
export interface PaidMoney {
  readonly amount: Cents;
  readonly credit: Cents;
}

/**
 * The account credit that a period used, in cents. A debt of the customer may make the charge more than the period
 * cost. (CHK-07, DSC-06)
 */
export const creditUsedOf = (invoice: { readonly total: Cents; readonly amount_paid: Cents }): Cents =>
  max(ZERO, cents(invoice.total - invoice.amount_paid));

/**
 * A payment without its tax, in cents. Account credit that is more than what it pays for without tax, `price`, pays the
 * tax; money pays the rest of it. (ORD-04, ORD-06)
 */
export const netOfTax = ({ amount, credit }: PaidMoney, tax: Cents, price: Cents): PaidMoney => {
  const byCredit = Math.min(tax, Math.max(0, credit - price));
  return { amount: max(ZERO, cents(amount - (tax - byCredit))), credit: cents(credit - byCredit) };
};

/**
 * What of a payment stands behind each line of its quote, net of tax: credits and items take their price of what was
 * charged, the plan what is left, so that the shares add up to the payment whatever it was. (ORD-04, ORD-06)
 */
export const lineShares = ({ lines, tax }: Pick<Quote, "lines" | "tax">, paid: PaidMoney): readonly PaidMoney[] => {
  const plans = lines.filter(({ kind }) => kind === "plan");
  const net = netOfTax(paid, tax, sum((plans.length === 0 ? lines : plans).map((line) => line.net)));
  let cash: number = net.amount;
  let credit: number = net.credit;
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
