import { type Cents, ZERO, cents, max, sum } from "../kernel/money.ts";
import type { Quote } from "../pricing/quote.schema.ts";

/** A payment in cents: the amount charged, and the account credit that the provider used with it. */
export interface PaidMoney {
  readonly amount: Cents;
  readonly credit: Cents;
}

/**
 * Returns the account credit that an invoice used, in cents: 0 if more than its total was charged, because the customer
 * owed money.
 */
export const creditUsedOf = (invoice: { readonly total: Cents; readonly amount_paid: Cents }): Cents =>
  max(ZERO, cents(invoice.total - invoice.amount_paid));

/**
 * Returns the payment toward an invoice's own total, in cents. Excludes any debt collected with it, which pays for
 * nothing.
 */
export const paidOfInvoice = (invoice: { readonly total: Cents; readonly amount_paid: Cents }): PaidMoney => ({
  amount: cents(Math.min(invoice.total, invoice.amount_paid)),
  credit: creditUsedOf(invoice),
});

/**
 * Returns a payment without its tax, in cents. `price` is the net amount that account credit can pay for. Any further
 * credit pays tax, and money pays the rest of the tax.
 */
export const netOfTax = ({ amount, credit }: PaidMoney, tax: Cents, price: Cents): PaidMoney => {
  const byCredit = Math.min(tax, Math.max(0, credit - price));
  return { amount: max(ZERO, cents(amount - (tax - byCredit))), credit: cents(credit - byCredit) };
};

/**
 * Returns the share of a payment that funds each line of its quote, net of tax. Lines for credits and items get their
 * price, and the plan's line gets the rest, so that the shares always add up to the payment. A debt that was collected
 * with the payment funds nothing. (ORD-06)
 */
export const lineShares = (
  { lines, tax, balance_due = ZERO }: Pick<Quote, "lines" | "tax" | "balance_due">,
  money: PaidMoney,
): readonly PaidMoney[] => {
  const paid = { amount: max(ZERO, cents(money.amount - balance_due)), credit: money.credit };
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
