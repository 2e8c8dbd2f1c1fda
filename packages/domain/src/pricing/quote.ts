import type { Instant } from "../kernel/calendar.ts";
import { type Credits, creditsText } from "../credits/credits.ts";
import { type PlanDiscount, type Promo, type Sale, planDiscount } from "./discount.ts";
import { licenseLabel } from "../licensing/license.ts";
import { type Cents, type Ratio, ZERO, cents, max, min, percentOf, sum } from "../kernel/money.ts";
import { type PlanVariant, planText, renewalDate, renewalText } from "../plans/plan.ts";
import type { Quote, QuoteDiscount, QuoteLine } from "./quote.schema.ts";
import { line } from "./quote-line.ts";
import { NO_TAX, taxOn, withTax } from "./tax.ts";

export type { Quote, QuoteDiscount, QuoteLine } from "./quote.schema.ts";

/**
 * A customer's account credit by their balance at the provider, which is negative for what is owed to them. (DSC-06)
 */
export const accountCreditOf = (balance: number): Cents => cents(Math.max(0, -balance));

/** What of the account credit pays for an amount: no more than there is, no more than is due. (DSC-06) */
export const accountCreditFor = (amount: Cents, accountCredit: Cents): Cents =>
  cents(Math.max(0, Math.min(amount, accountCredit)));

/**
 * Why credits can't be bought beside a plan; null where they can: account credit that pays the whole plan and is not
 * used up is for plans. (DSC-06)
 */
export const addOnError = (
  hasAddOn: boolean,
  { account_credit_left }: Pick<Quote, "account_credit_left">,
): "add_on_not_allowed" | null => (hasAddOn && account_credit_left > 0 ? "add_on_not_allowed" : null);

/** The rate that a quote was taxed by. (ORD-04) */
export const taxRateOf = (quote: Pick<Quote, "tax_rate">): Ratio => quote.tax_rate ?? NO_TAX;

const sumOfPlans = (lines: readonly QuoteLine[], amounts: readonly Cents[]): Cents =>
  sum(amounts.filter((_, index) => lines[index]?.kind === "plan"));

/**
 * Adds lines up. Each line is taxed by itself, rounded half up, before account credit, as the providers do; `taxes`
 * are those of lines that are taxed otherwise. Account credit pays for the plan and its tax only; the rest of it is
 * kept. (ORD-04, DSC-06)
 */
export const totalQuote = (input: {
  readonly lines: readonly QuoteLine[];
  readonly discounts: readonly QuoteDiscount[];
  readonly accountCredit: Cents;
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
  return {
    currency: "usd",
    lines: input.lines,
    discounts: input.discounts,
    subtotal: sum(input.lines.map((each) => each.gross)),
    discount: sum(input.lines.map((each) => each.discount)),
    account_credit: credit,
    account_credit_left: cents(input.accountCredit - credit),
    tax,
    ...(input.tax.numerator === 0 ? {} : { tax_rate: input.tax }),
    total: cents(net + tax - credit),
    renewal: input.renewal,
  };
};

/** "Pro · 240 credits · monthly · Individual". */
export const planLineLabel = (variant: PlanVariant): string =>
  `${planText(variant)} · ${licenseLabel(variant.license_id)}`;

const findPlanLine = (quote: Pick<Quote, "lines">): QuoteLine | undefined =>
  quote.lines.find((each) => each.kind === "plan");

/** The plan line of a quote; throws RangeError where there is none. */
export const planLineOf = (quote: Pick<Quote, "lines">): QuoteLine => {
  const found = findPlanLine(quote);
  if (found === undefined) throw new RangeError("the quote has no plan line");
  return found;
};

/**
 * What an upgrade returns, in cents; old quotes say only what it took off the price.
 * Nothing without a plan. (CHG-07)
 */
export const prorationCreditOf = (quote: Pick<Quote, "lines" | "credit_for_unused">): Cents =>
  quote.credit_for_unused ?? findPlanLine(quote)?.discount ?? ZERO;

/** What an upgrade returns beyond the price of its plan, without tax: account credit from then on. (CHG-07) */
export const creditKeptOf = (quote: Pick<Quote, "lines" | "credit_for_unused">): Cents =>
  max(ZERO, cents(prorationCreditOf(quote) - (findPlanLine(quote)?.gross ?? 0)));

/** The same with its tax: what the provider keeps as account credit. (CHG-07, DSC-06) */
export const balanceKeptOf = (quote: Pick<Quote, "lines" | "credit_for_unused" | "tax_rate">): Cents => {
  const rate = taxRateOf(quote);
  return max(ZERO, cents(withTax(prorationCreditOf(quote), rate) - withTax(findPlanLine(quote)?.gross ?? ZERO, rate)));
};

/**
 * What an upgrade lacks whose proration credit has only `left` cents any more: of the price of its plan, and of the
 * account credit that it leaves. (CHG-07, ORD-06)
 */
export const shortOf = (
  quote: Pick<Quote, "lines" | "credit_for_unused">,
  left: Cents,
): { readonly price: Cents; readonly credit: Cents } => {
  const short = cents(prorationCreditOf(quote) - left);
  const credit = min(creditKeptOf(quote), short);
  return { price: cents(short - credit), credit };
};

/** A credit pack on a quote. */
export interface QuotedPack {
  readonly reference: string;
  readonly amount: Credits;
  readonly price: Cents;
}

const packLine = ({ reference, amount, price }: QuotedPack): QuoteLine =>
  line("pack", reference, `${creditsText(amount)}, one-time purchase`, price, ZERO);

/**
 * What a new plan costs today and when it renews, with a sale or a promo code on the plan line, account credit after
 * it, and an add-on pack that neither touches. `accountCredit` is what the customer has in hand, in cents, 0 or more.
 * (ORD-04, PLN-03, DSC-03, DSC-04, DSC-06)
 */
export const quotePlan = (input: {
  readonly variant: PlanVariant;
  readonly accountCredit: Cents;
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
  const renews = withTax(cents(price - (lowered !== null && lowered.cycles > 1 ? off : 0)), tax);
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
              kind: lowered.source,
              label: lowered.code ?? `${lowered.percent_off}% off`,
              amount: off,
              note: lowered.note,
              percent_off: lowered.percent_off,
              cycles: lowered.cycles,
              ...(lowered.reference === null ? {} : { reference: lowered.reference }),
            },
          ],
    accountCredit: input.accountCredit,
    tax,
    renewal: { price: renews, at, text: renewalText(renews, at) },
  });
};

/** What a quote states of an upgrade: what the running plan returns, and when the new one renews. (CHG-07) */
export interface QuotedUpgrade {
  readonly credits_returned: Credits;
  readonly credit_for_unused: Cents;
  readonly account_credit_used: Cents;
  readonly account_credit_left: Cents;
  readonly next_renewal: { readonly at: Instant; readonly price: Cents } | null;
}

/**
 * What an upgrade costs today: the new plan, less what the old one returns, less account credit. More returned
 * than the new plan costs is kept as account credit. What is returned takes its tax back. (ORD-04, CHG-07)
 */
export const quoteUpgrade = (variant: PlanVariant, preview: QuotedUpgrade, tax: Ratio = NO_TAX): Quote => {
  const off = cents(Math.min(variant.adjusted_price, preview.credit_for_unused));
  const { credit_for_unused } = preview;
  const taxes = [max(ZERO, cents(taxOn(variant.adjusted_price, tax) - taxOn(credit_for_unused, tax)))];
  const renewal_price = preview.next_renewal === null ? null : withTax(preview.next_renewal.price, tax);
  const quote = totalQuote({
    lines: [line("plan", String(variant.id), planLineLabel(variant), variant.adjusted_price, off)],
    discounts: off === 0 ? [] : [{ kind: "unused", label: unusedLabel(preview), amount: off, note: null }],
    accountCredit: cents(preview.account_credit_used + preview.account_credit_left - (credit_for_unused - off)),
    tax,
    taxes,
    renewal:
      preview.next_renewal === null || renewal_price === null
        ? null
        : {
            price: renewal_price,
            at: preview.next_renewal.at,
            text: renewalText(renewal_price, preview.next_renewal.at),
          },
  });
  const account_credit_left = cents(quote.account_credit_left + balanceKeptOf({ ...quote, credit_for_unused }));
  return { ...quote, account_credit_left, credit_for_unused };
};

const unusedLabel = (preview: QuotedUpgrade): string =>
  preview.credits_returned > 0 ? `${creditsText(preview.credits_returned)} returned` : "Unused time of your plan";

/** What a credit pack by itself costs. Plan promos and account credit are for plans. (ORD-04, CRD-05) */
export const quotePack = (pack: QuotedPack, tax: Ratio = NO_TAX): Quote =>
  totalQuote({ lines: [packLine(pack)], discounts: [], accountCredit: ZERO, tax, renewal: null });

/**
 * The sale or promo code that lowers a quoted plan: its percentage, and for how many payments, this one included; null
 * where nothing does. Old quotes state neither: theirs is of one payment, by what it took off. (DSC-03, DSC-04)
 */
export const quotedDiscount = (quote: Quote): Omit<PlanDiscount, "source" | "note"> | null => {
  const found = quote.discounts.find(({ kind }) => kind === "promo" || kind === "sale");
  if (found === undefined) return null;
  const { gross, discount } = planLineOf(quote);
  return {
    code: found.kind === "promo" ? found.label : null,
    reference: found.reference ?? null,
    percent_off: found.percent_off ?? Math.round((discount * 100) / Math.max(1, gross)),
    cycles: found.cycles ?? 1,
  };
};
