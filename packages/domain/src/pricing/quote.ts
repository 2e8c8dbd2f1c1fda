import { type Instant, monthsAfter, monthsIn } from "../kernel/calendar.ts";
import { type Credits, creditsText } from "../credits/credits.ts";
import { type Discount, type Promo, type Sale, planDiscount } from "./discount.ts";
import { licenseLabel } from "../licensing/license.ts";
import { type Cents, type Ratio, ZERO, cents, max, min, percentOf, sum } from "../kernel/money.ts";
import { type PlanVariant, planText, renewalDate, renewalText } from "../plans/plan.ts";
import type { Quote, QuoteDiscount, QuoteLine } from "./quote.schema.ts";
import { line } from "./quote-line.ts";
import { NO_TAX, taxOn, withTax } from "./tax.ts";

export type { Quote, QuoteDiscount, QuoteLine } from "./quote.schema.ts";

/**
 * Converts a customer's balance at the provider to account credit in cents; negative for a debt. The provider's balance
 * is negative when we owe the customer money.
 */
export const accountCreditOf = (balance: number): Cents => cents(-balance);

/** Returns how much of an amount account credit can pay, in cents. */
export const accountCreditFor = (amount: Cents, accountCredit: Cents): Cents =>
  cents(Math.max(0, Math.min(amount, accountCredit)));

/**
 * Returns why add-on credits can't be bought with a plan, or null if they can. Account credit is for plans only, so any
 * that is left after paying for the plan rules out an add-on.
 */
export const addOnError = (
  hasAddOn: boolean,
  { account_credit_left }: Pick<Quote, "account_credit_left">,
): "add_on_not_allowed" | null => (hasAddOn && account_credit_left > 0 ? "add_on_not_allowed" : null);

/** Returns a quote's tax rate, or zero if it stores none. */
export const taxRateOf = (quote: Pick<Quote, "tax_rate">): Ratio => quote.tax_rate ?? NO_TAX;

const sumOfPlans = (lines: readonly QuoteLine[], amounts: readonly Cents[]): Cents =>
  sum(amounts.filter((_, index) => lines[index]?.kind === "plan"));

/**
 * Returns the quote for these lines. Each line is taxed separately, rounded half up, before account credit, as
 * providers do it. `taxes` overrides the tax per line. Account credit pays only for plans and their tax; a negative
 * `accountCredit` is a debt, which is due with the plan. If less than `smallest` is due for a plan, the provider
 * carries it over to the next payment. (ORD-04, DSC-06)
 */
export const totalQuote = (input: {
  readonly lines: readonly QuoteLine[];
  readonly discounts: readonly QuoteDiscount[];
  readonly accountCredit: Cents;
  readonly smallest?: Cents;
  readonly tax: Ratio;
  readonly taxes?: readonly Cents[];
  readonly renewal: Quote["renewal"];
}): Quote => {
  const taxes = input.taxes ?? input.lines.map((each) => taxOn(each.net, input.tax));
  const nets = input.lines.map((each) => each.net);
  const credit = accountCreditFor(
    cents(sumOfPlans(input.lines, nets) + sumOfPlans(input.lines, taxes)),
    input.accountCredit,
  );
  const net = sum(nets);
  const tax = sum(taxes);
  const balance_due = max(ZERO, cents(-input.accountCredit));
  const whole = cents(net + tax - credit + balance_due);
  const carried_over = whole < (input.smallest ?? ZERO) ? whole : ZERO;
  return {
    currency: "usd",
    lines: input.lines,
    discounts: input.discounts,
    subtotal: sum(input.lines.map((each) => each.gross)),
    discount: sum(input.lines.map((each) => each.discount)),
    account_credit: credit,
    account_credit_left: max(ZERO, cents(input.accountCredit - credit)),
    ...(balance_due === 0 ? {} : { balance_due }),
    ...(carried_over === 0 ? {} : { carried_over }),
    tax,
    ...(input.tax.numerator === 0 ? {} : { tax_rate: input.tax }),
    total: cents(whole - carried_over),
    renewal: input.renewal,
  };
};

/** Returns a plan line's label, such as "Pro · 240 credits · monthly · Individual". */
export const planLineLabel = (variant: PlanVariant): string =>
  `${planText(variant)} · ${licenseLabel(variant.license_id)}`;

const findPlanLine = (quote: Pick<Quote, "lines">): QuoteLine | undefined =>
  quote.lines.find((each) => each.kind === "plan");

/** Returns a quote's plan line. Throws RangeError if there is none. */
export const planLineOf = (quote: Pick<Quote, "lines">): QuoteLine => {
  const planLine = findPlanLine(quote);
  if (planLine === undefined) throw new RangeError("the quote has no plan line");
  return planLine;
};

/**
 * Returns an upgrade's proration credit, in cents, or 0 if the quote has no plan. Old quotes only store the part that
 * reduced the price.
 */
export const prorationCreditOf = (quote: Pick<Quote, "lines" | "credit_for_unused">): Cents =>
  quote.credit_for_unused ?? findPlanLine(quote)?.discount ?? ZERO;

/**
 * Returns the part of the proration credit that exceeds the plan's price and becomes account credit, in cents without
 * tax.
 */
export const creditKeptOf = (quote: Pick<Quote, "lines" | "credit_for_unused">): Cents =>
  max(ZERO, cents(prorationCreditOf(quote) - (findPlanLine(quote)?.gross ?? 0)));

/**
 * Returns the part of the proration credit that exceeds the plan's price, in cents with tax. The provider adds it to
 * the account credit.
 */
export const balanceKeptOf = (quote: Pick<Quote, "lines" | "credit_for_unused" | "tax_rate">): Cents => {
  const rate = taxRateOf(quote);
  return max(ZERO, cents(withTax(prorationCreditOf(quote), rate) - withTax(findPlanLine(quote)?.gross ?? ZERO, rate)));
};

/**
 * Returns an upgrade's shortfall, in cents, if only `remainingCredit` of its proration credit is left. It first reduces
 * the account credit that the upgrade would add (`credit`); the rest is missing from the plan's price (`price`).
 */
export const shortOf = (
  quote: Pick<Quote, "lines" | "credit_for_unused">,
  remainingCredit: Cents,
): { readonly price: Cents; readonly credit: Cents } => {
  const short = cents(prorationCreditOf(quote) - remainingCredit);
  const credit = min(creditKeptOf(quote), short);
  return { price: cents(short - credit), credit };
};

/** A credit pack to quote. `price` is in cents, without tax. */
export interface QuotedPack {
  readonly reference: string;
  readonly amount: Credits;
  readonly price: Cents;
}

const packLine = ({ reference, amount, price }: QuotedPack): QuoteLine =>
  line("pack", reference, `${creditsText(amount)}, one-time purchase`, price, ZERO);

/**
 * Returns the quote for a new plan. A sale or promo code applies to the plan line, then account credit; neither applies
 * to an add-on pack. `accountCredit` is the customer's balance in cents, a debt if negative.
 */
export const quotePlan = (input: {
  readonly variant: PlanVariant;
  readonly accountCredit: Cents;
  /** The provider's minimum charge. It carries smaller amounts over to the next payment. */
  readonly smallest?: Cents;
  readonly at: Instant;
  readonly tax?: Ratio;
  readonly sale?: Sale | null;
  readonly promo?: Promo | null;
  readonly pack?: QuotedPack | null;
}): Quote => {
  const { variant } = input;
  const price = variant.adjusted_price;
  const lowered = planDiscount(variant.interval, { sale: input.sale ?? null, promo: input.promo ?? null });
  const off = lowered === null ? ZERO : percentOf(price, lowered.percent_off);
  const at = renewalDate(input.at, variant.interval);
  const tax = input.tax ?? NO_TAX;
  const isLowered = lowered !== null && lowered.cycles > 1;
  const renews = withTax(cents(price - (isLowered ? off : 0)), tax);
  const later = isLowered
    ? { price: withTax(price, tax), at: monthsAfter(input.at, lowered.cycles * monthsIn(variant.interval)) }
    : null;
  return totalQuote({
    lines: [
      line("plan", String(variant.id), planLineLabel(variant), price, off),
      ...(input.pack ? [packLine(input.pack)] : []),
    ],
    discounts:
      lowered === null
        ? []
        : [
            {
              kind: lowered.code === null ? "sale" : "promo",
              label: lowered.code ?? `${lowered.percent_off}% off`,
              ...(lowered.code === null ? {} : { code: lowered.code }),
              amount: off,
              note: lowered.note,
              percent_off: lowered.percent_off,
              cycles: lowered.cycles,
              ...(lowered.reference === null ? {} : { reference: lowered.reference }),
              ...(lowered.limits === undefined ? {} : { limits: lowered.limits }),
            },
          ],
    accountCredit: input.accountCredit,
    smallest: input.smallest ?? ZERO,
    tax,
    renewal: { price: renews, at, text: renewalText(renews, at, later) },
  });
};

/** Returns the quote for a credit pack bought without a plan. Plan discounts and account credit don't apply. */
export const quotePack = (pack: QuotedPack, tax: Ratio = NO_TAX): Quote =>
  totalQuote({ lines: [packLine(pack)], discounts: [], accountCredit: ZERO, tax, renewal: null });

/**
 * Returns the sale or promo code that discounts a quoted plan, or null. `cycles` includes the current one. Old quotes
 * store neither percentage nor cycles, so the percentage is computed from the amounts, and cycles is 1.
 */
export const quotedDiscount = (quote: Quote): Discount | null => {
  const quoteDiscount = quote.discounts.find(({ kind }) => kind === "promo" || kind === "sale");
  if (quoteDiscount === undefined) return null;
  const { gross, discount } = planLineOf(quote);
  return {
    code: quoteDiscount.code ?? null,
    reference: quoteDiscount.reference ?? null,
    percent_off: quoteDiscount.percent_off ?? Math.round((discount * 100) / Math.max(1, gross)),
    cycles: quoteDiscount.cycles ?? 1,
  };
};
