import Stripe from "stripe";
import { newId } from "../ids.ts";

/**
 * Creates an item for the next invoice of a subscription, or of any of the customer's subscriptions if none is named.
 * Amounts are in cents; a negative one lowers the invoice.
 */
export const makeInvoiceItem = (
  at: number,
  of: {
    readonly customer: string;
    readonly subscription: string | null;
    readonly amount: number;
    readonly currency: string;
    readonly description: string | null;
    readonly metadata: Stripe.Metadata;
  },
): Stripe.InvoiceItem => ({
  id: newId("ii"),
  object: "invoiceitem",
  amount: of.amount,
  currency: of.currency,
  customer: of.customer,
  customer_account: null,
  date: at,
  description: of.description,
  discountable: of.amount >= 0,
  discounts: [],
  invoice: null,
  livemode: false,
  metadata: of.metadata,
  parent:
    of.subscription === null
      ? null
      : { type: "subscription_details", subscription_details: { subscription: of.subscription } },
  period: { start: at, end: at },
  pricing: { type: "price_details", unit_amount_decimal: Stripe.Decimal.from(of.amount) },
  proration: false,
  quantity: 1,
  quantity_decimal: Stripe.Decimal.from(1),
  tax_rates: [],
  test_clock: null,
});
