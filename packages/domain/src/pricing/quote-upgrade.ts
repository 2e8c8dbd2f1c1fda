import { type Credits, creditsText } from "../credits/credits.ts";
import type { Instant } from "../kernel/calendar.ts";
import { type Cents, type Ratio, ZERO, cents, max, min } from "../kernel/money.ts";
import { type PlanVariant, renewalText } from "../plans/plan.ts";
import type { Quote, QuoteDiscount } from "./quote.schema.ts";
import { line } from "./quote-line.ts";
import { balanceKeptOf, planLineLabel, totalQuote } from "./quote.ts";
import { NO_TAX, taxOn, withTax } from "./tax.ts";

/** The fields of a change preview that an upgrade's quote needs. Amounts in cents. */
export interface QuotedUpgrade {
  readonly credits_returned: Credits;
  readonly credit_for_unused: Cents;
  readonly account_credit_used: Cents;
  readonly account_credit_left: Cents;
  readonly next_renewal: { readonly at: Instant; readonly price: Cents } | null;
}

/**
 * Returns the quote for an upgrade: the new price minus the proration credit, with the tax on both, minus account
 * credit. Any proration credit beyond the new price pays the customer's debt first (`owed`, in cents), and the rest
 * becomes account credit. If less than `smallest` is due, the provider carries it over.
 */
export const quoteUpgrade = (
  variant: PlanVariant,
  preview: QuotedUpgrade,
  tax: Ratio = NO_TAX,
  { owed, smallest }: { readonly owed: Cents; readonly smallest: Cents } = { owed: ZERO, smallest: ZERO },
): Quote => {
  const off = cents(Math.min(variant.adjusted_price, preview.credit_for_unused));
  const { credit_for_unused } = preview;
  const taxes = [max(ZERO, cents(taxOn(variant.adjusted_price, tax) - taxOn(credit_for_unused, tax)))];
  const renewal_price = preview.next_renewal === null ? null : withTax(preview.next_renewal.price, tax);
  const lines = [line("plan", String(variant.id), planLineLabel(variant), variant.adjusted_price, off)];
  const kept = balanceKeptOf({ lines, credit_for_unused, ...(tax.numerator === 0 ? {} : { tax_rate: tax }) });
  const due = max(ZERO, cents(owed - kept));
  const credit = preview.account_credit_used + preview.account_credit_left - (credit_for_unused - off);
  const quote = totalQuote({
    lines,
    discounts: off === 0 ? [] : [unusedDiscount(preview, off)],
    accountCredit: due === 0 ? cents(credit) : cents(-due),
    smallest,
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
  const account_credit_left = cents(quote.account_credit_left + kept - min(kept, owed));
  return { ...quote, account_credit_left, credit_for_unused };
};

const unusedDiscount = ({ credits_returned }: QuotedUpgrade, amount: Cents): QuoteDiscount => {
  const unused = { kind: "unused", label: "Unused part of your plan", amount, note: null } as const;
  return credits_returned === 0
    ? unused
    : { ...unused, label: `${unused.label} (${creditsText(credits_returned)})`, credits: credits_returned };
};
