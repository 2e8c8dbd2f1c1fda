import type Stripe from "stripe";
import { newId } from "../ids.ts";

/** Creates a tax rate. `percentage` is a number such as 8.25. */
export const makeTaxRate = (
  at: number,
  of: { readonly display_name: string; readonly percentage: number; readonly inclusive: boolean },
): Stripe.TaxRate => ({
  id: newId("txr"),
  object: "tax_rate",
  active: true,
  country: null,
  created: at,
  description: null,
  display_name: of.display_name,
  effective_percentage: null,
  flat_amount: null,
  inclusive: of.inclusive,
  jurisdiction: null,
  jurisdiction_level: null,
  livemode: false,
  metadata: {},
  percentage: of.percentage,
  rate_type: "percentage",
  state: null,
  tax_type: null,
});

/** The tax of a line or an invoice. Amounts are in cents. */
interface TaxAmount {
  readonly amount: number;
  readonly tax_behavior: "exclusive";
  readonly tax_rate_details: { readonly tax_rate: string };
  readonly taxability_reason: "standard_rated";
  readonly taxable_amount: number;
  readonly type: "tax_rate_details";
}

/**
 * Calculates the tax on an amount, rounded half away from zero, so that a credit reverses exactly the tax of its
 * charge.
 */
export const taxAmount = (taxable_amount: number, rate: Stripe.TaxRate): TaxAmount => ({
  // Calculate in whole units of 1/10,000 percent, because binary fractions would round some halves down.
  amount:
    Math.sign(taxable_amount) *
    Math.round((Math.abs(taxable_amount) * Math.round(rate.percentage * 10_000)) / 1_000_000),
  tax_behavior: "exclusive",
  tax_rate_details: { tax_rate: rate.id },
  taxability_reason: "standard_rated",
  taxable_amount,
  type: "tax_rate_details",
});
