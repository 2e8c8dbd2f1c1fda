import { Schema } from "effect";
import { Instant } from "./calendar.schema.ts";
import { Cents } from "./money.schema.ts";

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

/** What a purchase costs and why, in cents. `total` is what is charged today. (ORD-04) */
export const Quote = Schema.Struct({
  currency: Schema.Literal("usd"),
  lines: Schema.Array(QuoteLine),
  subtotal: Cents,
  discount: Cents,
  account_credit: Cents,
  account_credit_left: Cents,
  tax: Cents,
  total: Cents,
  renewal: Schema.NullOr(Schema.Struct({ price: Cents, at: Instant, text: Schema.String })),
});
export type Quote = typeof Quote.Type;
