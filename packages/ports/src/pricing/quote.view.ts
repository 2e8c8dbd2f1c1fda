import { Quote, QuoteDiscount } from "@backlot/domain/pricing/quote.schema";
import * as Schema from "effect/Schema";
import * as Struct from "effect/Struct";

/** A discount in a quote, without the provider's ids of the code's coupon and limits. */
const QuoteDiscountView = Schema.Struct(Struct.omit(QuoteDiscount.fields, ["limits", "reference"]));

/**
 * The price of a purchase as buyers see it, in cents. `account_credit` pays for part of it, and `account_credit_left`
 * remains afterward. `total` is due today. `renewal` is null if nothing renews.
 */
export const QuoteView = Schema.Struct({ ...Quote.fields, discounts: Schema.Array(QuoteDiscountView) }).annotate({
  identifier: "Quote",
});

export type QuoteView = typeof QuoteView.Type;
