import { type Cents, cents } from "../kernel/money.ts";
import type { Quote } from "./quote.schema.ts";

/** A part of a quote's total besides its lines and discounts. */
export type QuoteExtra = "tax" | "balance_due" | "carried_over" | "account_credit";

/** Returns the parts of a quote besides its lines and discounts, in order, with their effect on the total in cents. */
export const quoteExtras = (quote: Quote): readonly { readonly part: QuoteExtra; readonly amount: Cents }[] =>
  [
    { part: "tax" as const, amount: quote.tax },
    { part: "balance_due" as const, amount: quote.balance_due ?? cents(0) },
    { part: "carried_over" as const, amount: cents(-(quote.carried_over ?? 0)) },
    { part: "account_credit" as const, amount: cents(-quote.account_credit) },
  ].filter(({ amount }) => amount !== 0);
