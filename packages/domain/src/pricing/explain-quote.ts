import { type Cents, cents } from "../kernel/money.ts";
import { type QuoteExtra, quoteExtras } from "./quote-extras.ts";
import type { Quote, QuoteDiscount, QuoteLine } from "./quote.schema.ts";

/**
 * A rule that affected a quote: its name, the id of its requirement, its inputs, and its effect on the total, in cents.
 */
export interface AppliedRule {
  readonly rule: string;
  readonly requirement: string;
  readonly inputs: Readonly<Record<string, string | number>>;
  readonly amount: Cents;
}

const DISCOUNT_RULES: Readonly<Record<QuoteDiscount["kind"], { readonly rule: string; readonly requirement: string }>> =
  {
    sale: { rule: "sale", requirement: "DSC-04" },
    promo: { rule: "promo code", requirement: "DSC-03" },
    bundle: { rule: "bundle", requirement: "DSC-05" },
    code: { rule: "cart code", requirement: "DSC-10" },
    rest: { rule: "too little to charge", requirement: "DSC-10" },
    unused: { rule: "discount for the unused part of the current plan", requirement: "CHG-07" },
  };
const LINE_RULES: Readonly<Record<QuoteLine["kind"], { readonly rule: string; readonly requirement: string }>> = {
  plan: { rule: "plan price", requirement: "PLN-01" },
  pack: { rule: "pack price", requirement: "CRD-03" },
  item: { rule: "item price", requirement: "ORD-05" },
};

const EXTRA_RULES: Readonly<Record<QuoteExtra, (quote: Quote) => Omit<AppliedRule, "amount">>> = {
  tax: ({ subtotal, discount }) => ({
    rule: "tax",
    requirement: "ORD-04",
    inputs: { taxed: cents(subtotal - discount) },
  }),
  balance_due: () => ({ rule: "balance from earlier payments", requirement: "DSC-06", inputs: {} }),
  carried_over: () => ({ rule: "too little to charge today", requirement: "DSC-06", inputs: {} }),
  account_credit: ({ account_credit_left }) => ({
    rule: "account credit",
    requirement: "DSC-06",
    inputs: { kept: account_credit_left },
  }),
};

/** Returns the rules behind a quote in the order they apply. Their amounts add up to its total. */
export const explainQuote = (quote: Quote): readonly AppliedRule[] => [
  ...quote.lines.map((each) => ({
    ...LINE_RULES[each.kind],
    inputs: { line: each.label, reference: each.reference },
    amount: each.gross,
  })),
  ...quote.discounts.map((each) => ({
    ...DISCOUNT_RULES[each.kind],
    inputs: { discount: each.label, ...(each.note === null ? {} : { note: each.note }) },
    amount: cents(-each.amount),
  })),
  ...quoteExtras(quote).map(({ part, amount }) => ({ ...EXTRA_RULES[part](quote), amount })),
];
