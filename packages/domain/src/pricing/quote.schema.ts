import * as Schema from "effect/Schema";
import { Instant } from "../kernel/calendar.schema.ts";
import { Cents } from "../kernel/money.schema.ts";

/** One line of a quote, in cents: `net` is `gross` less `discount`, and never negative. (ORD-04) */
export const QuoteLine = Schema.Struct({
  kind: Schema.Literals(["plan", "pack", "item"]),
  reference: Schema.String,
  label: Schema.String,
  gross: Cents,
  discount: Cents,
  net: Cents,
});
export type QuoteLine = typeof QuoteLine.Type;

/**
 * What lowered a quote, in cents, with what stands beside it. It is in the lines' discounts already. (DSC-03, DSC-05)
 */
export const QuoteDiscount = Schema.Struct({
  kind: Schema.Literals(["sale", "promo", "bundle", "code", "unused", "rest"]),
  label: Schema.String,
  amount: Cents,
  note: Schema.NullOr(Schema.String),
  /** Of a sale or a promo code: the percentage, and how many cycles it lowers, this one included. (DSC-03) */
  percent_off: Schema.optionalKey(Schema.Int),
  cycles: Schema.optionalKey(Schema.Int),
  /** What the provider calls a promo code. */
  reference: Schema.optionalKey(Schema.String),
});
export type QuoteDiscount = typeof QuoteDiscount.Type;

/** What a purchase costs and why, in cents. `total` is what is charged today. (ORD-04) */
export const Quote = Schema.Struct({
  currency: Schema.Literal("usd"),
  lines: Schema.Array(QuoteLine),
  discounts: Schema.Array(QuoteDiscount),
  subtotal: Cents,
  discount: Cents,
  account_credit: Cents,
  account_credit_left: Cents,
  /** Of an upgrade alone: what the old plan gives back, also where it is more than the new one costs. (CHG-07) */
  credit_for_unused: Schema.optionalKey(Cents),
  tax: Cents,
  /** The rate of the tax; none where there is no tax. */
  tax_rate: Schema.optionalKey(Schema.Struct({ numerator: Schema.Int, denominator: Schema.Int })),
  total: Cents,
  renewal: Schema.NullOr(Schema.Struct({ price: Cents, at: Instant, text: Schema.String })),
});
export type Quote = typeof Quote.Type;
