import type { Instant } from "./calendar.ts";
import { type Cents, type Ratio, ZERO, cents, sum, timesRatio } from "./money.ts";
import { licenceLabel } from "./licence.ts";
import { type PlanVariant, renewalDate, renewalText } from "./plan.ts";
import type { Quote, QuoteLine } from "./quote.schema.ts";

export type { Quote, QuoteLine } from "./quote.schema.ts";

/** The tax rate of a store that has none configured. */
export const NO_TAX: Ratio = { numerator: 0, denominator: 1 };

/** One line without a discount. */
export const fullPriceLine = (kind: QuoteLine["kind"], reference: string, label: string, gross: Cents): QuoteLine => ({
  kind,
  reference,
  label,
  gross,
  discount: ZERO,
  net: gross,
});

/** What of the account credit pays for an amount: no more than there is, no more than is due. (DSC-06) */
export const accountCreditFor = (amount: Cents, accountCredit: Cents): Cents => cents(Math.max(0, Math.min(amount, accountCredit)));

/** Adds lines up. Account credit pays for the plan line only; the rest of it is kept. (ORD-04, DSC-06) */
export const totalQuote = (input: {
  readonly lines: readonly QuoteLine[];
  readonly accountCredit: Cents;
  readonly tax: Ratio;
  readonly renewal: Quote["renewal"];
}): Quote => {
  const planNet = sum(input.lines.filter((line) => line.kind === "plan").map((line) => line.net));
  const credit = accountCreditFor(planNet, input.accountCredit);
  const net = sum(input.lines.map((line) => line.net));
  const taxed = timesRatio(cents(net - credit), input.tax);
  return {
    currency: "usd",
    lines: input.lines,
    subtotal: sum(input.lines.map((line) => line.gross)),
    discount: sum(input.lines.map((line) => line.discount)),
    account_credit: credit,
    account_credit_left: cents(input.accountCredit - credit),
    tax: taxed,
    total: cents(net - credit + taxed),
    renewal: input.renewal,
  };
};

/** "Pro, 240 credits, Individual". */
export const planLineLabel = (variant: PlanVariant): string =>
  [
    variant.plan.name,
    ...(variant.recurring_credits > 0 ? [`${variant.recurring_credits.toLocaleString("en-US")} credits`] : []),
    variant.interval === "year" ? "yearly" : "monthly",
    licenceLabel(variant.license_id),
  ].join(" · ");

/** The plan line of a quote; throws RangeError where there is none. */
export const planLineOf = (quote: Quote): QuoteLine => {
  const line = quote.lines.find((each) => each.kind === "plan");
  if (line === undefined) throw new RangeError("the quote has no plan line");
  return line;
};

/**
 * What a new plan costs today and when it renews. `accountCredit` is what the customer has in hand, in cents, 0 or
 * more. (ORD-04, PLN-03, DSC-06)
 */
export const quotePlan = (input: { readonly variant: PlanVariant; readonly accountCredit: Cents; readonly at: Instant; readonly tax?: Ratio }): Quote => {
  const { variant } = input;
  const at = renewalDate(input.at, variant.interval);
  return totalQuote({
    lines: [fullPriceLine("plan", String(variant.id), planLineLabel(variant), variant.adjusted_price)],
    accountCredit: input.accountCredit,
    tax: input.tax ?? NO_TAX,
    renewal: { price: variant.adjusted_price, at, text: renewalText(variant.adjusted_price, at) },
  });
};
