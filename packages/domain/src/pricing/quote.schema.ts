import * as Schema from "effect/Schema";
import { Credits } from "../credits/credits.schema.ts";
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

/**
 * A discount in a quote, in cents, which the lines already include. "unused" is an upgrade's proration credit, and
 * "rest" a remainder too small to charge. `note` is the text to show next to it, or null.
 */
export const QuoteDiscount = Schema.Struct({
  kind: Schema.Literals(["sale", "promo", "bundle", "code", "unused", "rest"]),
  label: Schema.String,
  /** The promo or cart code, if the discount is from one. */
  code: Schema.optionalKey(Schema.String),
  amount: Cents,
  note: Schema.NullOr(Schema.String),
  /** The number of credits that an upgrade returns to the store. */
  credits: Schema.optionalKey(Credits),
  /** The percentage of a sale or promo code. */
  percent_off: Schema.optionalKey(Schema.Int),
  /** The number of billing cycles that a sale or promo code discounts, including the current one. */
  cycles: Schema.optionalKey(Schema.Int),
  /** The provider's id of a promo code's coupon. */
  reference: Schema.optionalKey(Schema.String),
  /** The provider's ids of the limits on a promo code's uses. */
  limits: Schema.optionalKey(Schema.Array(Schema.String)),
});
export type QuoteDiscount = typeof QuoteDiscount.Type;

/**
 * The price of a purchase, in cents. `account_credit` pays for part of it, and `account_credit_left` remains afterward.
 * `total` is due today. `renewal` is null if nothing renews.
 */
export const Quote = Schema.Struct({
  currency: Schema.Literal("usd"),
  lines: Schema.Array(QuoteLine),
  discounts: Schema.Array(QuoteDiscount),
  subtotal: Cents,
  discount: Cents,
  account_credit: Cents,
  account_credit_left: Cents,
  /** The customer's debt from earlier payments, which the card provider collects with this one. */
  balance_due: Schema.optionalKey(Cents),
  /** The amount that is below the minimum charge. The card provider collects it with the next payment. */
  carried_over: Schema.optionalKey(Cents),
  /** The proration credit of an upgrade, including any part that exceeds the new price. */
  credit_for_unused: Schema.optionalKey(Cents),
  tax: Cents,
  /** The tax rate, or omitted if there is no tax. */
  tax_rate: Schema.optionalKey(Schema.Struct({ numerator: Schema.Int, denominator: Schema.Int })),
  total: Cents,
  renewal: Schema.NullOr(Schema.Struct({ price: Cents, at: Instant, text: Schema.String })),
}).annotate({ identifier: "Quote" });
export type Quote = typeof Quote.Type;
