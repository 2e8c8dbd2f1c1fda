import { type Period, longDate } from "../kernel/calendar.ts";
import { type Cents, ZERO, cents, formatUsd, max } from "../kernel/money.ts";
import type { PaymentMethod } from "../pricing/payer.ts";
import type { Quote } from "../pricing/quote.ts";
import type { ReceiptFacts } from "./receipt.schema.ts";

export type { Receipt, ReceiptBuyer, ReceiptFacts, ReceiptLine, Seller } from "./receipt.schema.ts";

/** The facts that every receipt shows in addition to its amounts. */
type Stated = Pick<ReceiptFacts, "seller" | "license_id" | "paid_at" | "period">;

/**
 * Returns how a quote was paid if the amount charged differs from it, in cents: the provider used more or less account
 * credit than expected, or collected a debt.
 */
const paidOf = ({ account_credit, balance_due = ZERO, total: quoted }: Quote, total: Cents) => {
  const credit = max(ZERO, cents(account_credit + quoted - total));
  const debt = cents(balance_due + Math.max(0, total - quoted - account_credit));
  return { account_credit: credit, ...(debt === 0 ? {} : { balance_due: debt }) };
};

/** Returns the receipt of a payment for a quote. `total` is the amount that was paid, in cents. (ORD-06) */
export const receiptOfQuote = (
  quote: Quote,
  { total, ...stated }: Stated & Pick<ReceiptFacts, "paid_with" | "total">,
): ReceiptFacts => ({
  ...stated,
  lines: quote.lines.map(({ label, gross }) => ({ label, amount: gross })),
  discounts: quote.discounts.map(({ label, amount }) => ({ label, amount })),
  subtotal: quote.subtotal,
  ...(quote.carried_over === undefined ? {} : { carried_over: quote.carried_over }),
  ...paidOf(quote, total),
  tax: quote.tax,
  total,
});

/** The amounts of a paid period, in cents. `total` includes tax. Account credit paid the part above `amount_paid`. */
interface PaidPeriod {
  readonly total: Cents;
  readonly tax: Cents;
  readonly amount_paid: Cents;
}

/** The description of a renewal on its receipt. */
interface StatedRenewal extends Stated {
  /** How the plan is billed. */
  readonly method: PaymentMethod;
  readonly label: string;
  /** The plan's price without the discount that lowered this period, in cents, and that discount; or null. */
  readonly discounted: { readonly price: Cents; readonly label: string } | null;
}

/** Returns the receipt of a renewal. (DSC-03, ORD-06) */
export const receiptOfRenewal = (
  { total, tax, amount_paid }: PaidPeriod,
  { method, label, discounted, ...stated }: StatedRenewal,
): ReceiptFacts => {
  const price = cents(total - tax);
  const full = discounted?.price ?? price;
  const account_credit = cents(Math.max(0, total - amount_paid));
  return {
    ...stated,
    paid_with: amount_paid > 0 ? method : account_credit > 0 ? "account-credit" : "nothing",
    lines: [{ label, amount: full }],
    discounts: discounted === null ? [] : [{ label: discounted.label, amount: cents(full - price) }],
    subtotal: full,
    ...(amount_paid > total ? { balance_due: cents(amount_paid - total) } : {}),
    account_credit,
    tax,
    total: amount_paid,
  };
};

/** The amounts that a receipt carried over to a later payment, and that it collected from earlier ones, in cents. */
export interface CarriedAmount {
  readonly carried_over: Cents;
  readonly balance_due: Cents;
}

/**
 * Returns the amount that the next payment collects from earlier ones, in cents. `receipts` are in the order of their
 * payments.
 */
export const carriedOver = (receipts: readonly CarriedAmount[]): Cents =>
  receipts.reduce((open, { carried_over, balance_due }) => cents(Math.max(0, open - balance_due) + carried_over), ZERO);

/** A row of a receipt: a line, an amount that changes the total, or the total. */
export interface ReceiptRow {
  readonly name: string;
  readonly value: string;
  readonly as: "line" | "part" | "total";
}

/** Returns the rows of a receipt in order, as the PDF and the email show them. */
export const receiptRows = (receipt: ReceiptFacts): readonly ReceiptRow[] => {
  const part = (name: string, value: string): ReceiptRow => ({ name, value, as: "part" });
  const { balance_due, carried_over, account_credit } = receipt;
  return [
    ...receipt.lines.map(({ label, amount }): ReceiptRow => ({ name: label, value: formatUsd(amount), as: "line" })),
    part("Subtotal", formatUsd(receipt.subtotal)),
    ...receipt.discounts.map(({ label, amount }) => part(label, `-${formatUsd(amount)}`)),
    ...(balance_due === undefined ? [] : [part("Balance from earlier payments", formatUsd(balance_due))]),
    ...(carried_over === undefined ? [] : [part("Due with your next payment", `-${formatUsd(carried_over)}`)]),
    ...(account_credit === 0 ? [] : [part("Applied account credit", `-${formatUsd(account_credit)}`)]),
    part("Tax", formatUsd(receipt.tax)),
    { name: "Total", value: `${formatUsd(receipt.total)} USD`, as: "total" },
  ];
};

/** Returns what a receipt or an order is for: the labels of up to two lines, or the first and the number of others. */
export const receiptTitle = ({ lines }: { readonly lines: readonly { readonly label: string }[] }): string => {
  const [first, second] = lines;
  if (first === undefined) return "Payment";
  if (lines.length > 2) return `${first.label} and ${lines.length - 1} more`;
  return second === undefined ? first.label : `${first.label} and ${second.label}`;
};

/** Returns a billing period in UTC days: "May 1, 2026 to June 1, 2026". */
export const periodText = ({ start, end }: Period): string => `${longDate(start)} to ${longDate(end)}`;

/** A receipt's place in its seller's series. */
export interface ReceiptPlace {
  readonly series: number;
  readonly number: number;
}

/** Returns the number that a receipt states: "R1-000042" is the 42nd receipt in the first seller's series. */
export const receiptNumber = ({ series, number }: ReceiptPlace): string =>
  `R${series}-${String(number).padStart(6, "0")}`;

/** Parses a receipt number, ignoring case. Returns null if the text isn't one. */
export const receiptPlace = (typed: string): ReceiptPlace | null => {
  const text = typed.trim().toUpperCase();
  const [, series, number] = /^R(\d{1,6})-(\d{6,9})$/.exec(text) ?? [];
  if (series === undefined || number === undefined) return null;
  const place = { series: Number(series), number: Number(number) };
  // Each receipt has one number only, so reject spellings with more zeros.
  return receiptNumber(place) === text ? place : null;
};
