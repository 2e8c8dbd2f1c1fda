import * as Schema from "effect/Schema";
import { Instant } from "../kernel/calendar.schema.ts";
import { Cents } from "../kernel/money.schema.ts";

/** A quote line. Amounts in cents; `net` is `gross` minus `discount` and never negative. */
export const QuoteLine = Schema.Struct({
  kind: Schema.Literals(["plan", "pack", "item"]),
  reference: Schema.String,
  label: Schema.String,
  gross: Cents,
  discount: Cents,
  net: Cents,
});
export type QuoteLine = typeof QuoteLine.Type;

/** A discount in a quote, in cents. The lines already include it. `note` is shown next to it. */
export const QuoteDiscount = Schema.Struct({
  kind: Schema.Literals(["sale", "promo", "bundle", "code", "unused", "rest"]),
  label: Schema.String,
  /** The promo or cart code that gave the discount. */
  code: Schema.optionalKey(Schema.String),
  amount: Cents,
  note: Schema.NullOr(Schema.String),
  /** The percentage of a sale or promo code, and its number of discounted cycles, including the current one. */
  percent_off: Schema.optionalKey(Schema.Int),
  cycles: Schema.optionalKey(Schema.Int),
  /** The provider's id of a promo code. */
  reference: Schema.optionalKey(Schema.String),
});
export type QuoteDiscount = typeof QuoteDiscount.Type;

/** The price of a purchase, in cents. `total` is due today. */
export const Quote = Schema.Struct({
  currency: Schema.Literal("usd"),
  lines: Schema.Array(QuoteLine),
  discounts: Schema.Array(QuoteDiscount),
  subtotal: Cents,
  discount: Cents,
  account_credit: Cents,
  account_credit_left: Cents,
  /** The proration credit of an upgrade, even if it exceeds the new price. */
  credit_for_unused: Schema.optionalKey(Cents),
  tax: Cents,
  /** Omitted without tax. */
  tax_rate: Schema.optionalKey(Schema.Struct({ numerator: Schema.Int, denominator: Schema.Int })),
  total: Cents,
  renewal: Schema.NullOr(Schema.Struct({ price: Cents, at: Instant, text: Schema.String })),
});
export type Quote = typeof Quote.Type;
