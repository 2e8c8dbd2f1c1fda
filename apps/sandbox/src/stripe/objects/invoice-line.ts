import Stripe from "stripe";
import { idOf, newId } from "../ids.ts";
import { taxAmount } from "./tax-rate.ts";

/** The amount of a discount, in cents. */
export interface DiscountAmount {
  readonly amount: number;
  readonly discount: string;
}

/** Returns the price of an item for one period, in cents, before discounts. */
export const amountOf = (item: Stripe.SubscriptionItem): number => (item.price.unit_amount ?? 0) * (item.quantity ?? 1);

/** Creates the invoice line that bills a subscription item for its current period. */
export const makeSubscriptionLine = (
  invoice: string,
  item: Stripe.SubscriptionItem,
  discount_amounts: DiscountAmount[],
  rates: readonly Stripe.TaxRate[],
): Stripe.InvoiceLineItem => {
  const amount = amountOf(item);
  const off = discount_amounts.reduce((sum, each) => sum + each.amount, 0);
  return {
    id: newId("il"),
    object: "line_item",
    amount,
    currency: item.price.currency,
    description: `${item.quantity ?? 1} × ${item.price.nickname ?? "subscription"}`,
    discount_amounts,
    discountable: true,
    discounts: item.discounts,
    invoice,
    livemode: false,
    metadata: item.metadata,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: { credited_items: null },
        subscription: item.subscription,
        subscription_item: item.id,
      },
      type: "subscription_item_details",
    },
    period: { end: item.current_period_end, start: item.current_period_start },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: item.price.id, product: idOf(item.price.product) },
      type: "price_details",
      unit_amount_decimal: item.price.unit_amount_decimal,
    },
    quantity: item.quantity ?? 1,
    quantity_decimal: Stripe.Decimal.from(item.quantity ?? 1),
    subscription: item.subscription,
    subtotal: amount,
    taxes: rates.map((rate) => taxAmount(amount - off, rate)),
  };
};

/** Creates the invoice line for a one-time invoice item. */
export const makeInvoiceItemLine = (
  invoice: string,
  subscription: string,
  item: Stripe.InvoiceItem,
  rates: readonly Stripe.TaxRate[],
): Stripe.InvoiceLineItem => ({
  id: newId("il"),
  object: "line_item",
  amount: item.amount,
  currency: item.currency,
  description: item.description,
  discount_amounts: [],
  discountable: item.discountable,
  discounts: [],
  invoice,
  livemode: false,
  metadata: item.metadata ?? {},
  parent: {
    invoice_item_details: {
      invoice_item: item.id,
      proration: item.proration,
      proration_details: { credited_items: null },
      subscription,
    },
    subscription_item_details: null,
    type: "invoice_item_details",
  },
  period: item.period,
  pretax_credit_amounts: [],
  pricing: item.pricing,
  quantity: item.quantity,
  quantity_decimal: item.quantity_decimal,
  subscription,
  subtotal: item.amount,
  taxes: rates.map((rate) => taxAmount(item.amount, rate)),
});
