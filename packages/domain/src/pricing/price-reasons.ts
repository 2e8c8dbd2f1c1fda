import { costPerCredit, creditsText, formatDecimal } from "../credits/credits.ts";
import { type Cents, type Ratio, ZERO, cents, divideHalfUp, formatUsd, sum } from "../kernel/money.ts";
import { LICENSES, type LicenseId, isEnterprise, license, licenseLabel } from "../licensing/license.ts";
import { BUNDLE_RULE, type BundleRule, SMALLEST_CHARGE } from "./discount.ts";
import type { Quote, QuoteDiscount, QuoteLine } from "./quote.schema.ts";
import { percentOfRate } from "./tax.ts";

/** A part of a price, as customers read it: its name, how it comes about, and its amount in cents. */
export interface PriceReason {
  readonly name: string;
  readonly why: string;
  readonly amount: Cents;
}

const times = ({ numerator, denominator }: Ratio): string => `${numerator / denominator} times`;

const [LOWEST_FACTOR, HIGHEST_FACTOR] = ([3, 6] as LicenseId[]).map((id) => {
  const { numerator, denominator } = license(id).subscriptionPriceFactor;
  return numerator / denominator;
});

/** Returns how the price of a plan comes about under a license. (PLN-01) */
export const planPriceReason = (id: LicenseId): string =>
  isEnterprise(id)
    ? `Under the ${licenseLabel(id)} license, plans cost ` +
      `${times(license(id).subscriptionPriceFactor)} their list price.`
    : "This is the list price. Individual and Startup licenses pay it, and Enterprise licenses pay " +
      `${LOWEST_FACTOR} to ${HIGHEST_FACTOR} times as much.`;

/** Returns how the price of an item comes about under a license. (ORD-05) */
export const itemPriceReason = (id: LicenseId): string =>
  id === 1
    ? "This is the price under the Individual license. Larger companies pay more: " +
      LICENSES.slice(1)
        .map((each) => `${licenseLabel(each.id)} ${times(each.priceFactor)}`)
        .join(", ") +
      " as much."
    : `Under the ${licenseLabel(id)} license, files cost ${times(license(id).priceFactor)} the Individual price. ` +
      "If you already own a file under a lower license, you pay the difference.";

const planReason = ({ gross }: QuoteLine, id: LicenseId): string => {
  if (!isEnterprise(id)) return planPriceReason(id);
  const { numerator, denominator } = license(id).subscriptionPriceFactor;
  const list = cents(divideHalfUp(gross * denominator, numerator));
  return `List price ${formatUsd(list)} × ${numerator / denominator} for the ${licenseLabel(id)} license.`;
};

const packReason = ({ reference, gross }: QuoteLine, id: LicenseId): string => {
  const each = formatDecimal(cents(divideHalfUp(gross, Number(reference))));
  return `$${each} per credit, the price for this many credits under the ${licenseLabel(id)} license.`;
};

const sentence = (note: string): string => `${note.charAt(0).toUpperCase()}${note.slice(1)}.`;

/** Returns what the unused part of a plan is: its unspent credits, or its time if it has no credits. */
const unusedReason = ({ credits, amount }: QuoteDiscount): string => {
  const each = credits === undefined ? null : costPerCredit(amount, credits);
  if (credits === undefined || each === null)
    return "The share of this billing period that's left, at the price you paid.";
  const rounded = amount % credits === 0 ? "" : "about ";
  return (
    `${creditsText(credits)} that you haven't spent, at ${rounded}${formatUsd(each)} each, which is what you paid. ` +
    "At most the share of the billing period that's left counts."
  );
};

const discountReason = (
  discount: QuoteDiscount,
  hasBundle: boolean,
  bundle: BundleRule,
): Omit<PriceReason, "amount"> => {
  const { kind, label, note, percent_off } = discount;
  const lowered = [
    ...(percent_off === undefined ? [] : [`${percent_off}% off the price of the plan.`]),
    ...(note === null ? [] : [sentence(note)]),
  ].join(" ");
  switch (kind) {
    case "sale":
      return { name: "Sale", why: lowered };
    case "promo":
      return { name: "Promo code", why: lowered };
    case "bundle":
      return { name: label, why: `${bundle.percent_off}% off for buying ${bundle.minimum_items} or more paid items.` };
    case "code":
      return {
        name: "Discount code",
        why: `Applies to the ${hasBundle ? "price after the bundle discount" : "whole cart"}.`,
      };
    case "rest":
      return { name: label, why: `We don't charge less than ${formatUsd(SMALLEST_CHARGE)}.` };
    case "unused":
      return { name: label, why: unusedReason(discount) };
  }
};

const group = (
  lines: readonly QuoteLine[],
  kind: QuoteLine["kind"],
  reason: (line: QuoteLine) => Omit<PriceReason, "amount">,
): readonly PriceReason[] => {
  // A number of credits that is still being typed can be 0, and costs nothing.
  const [first, ...others] = lines.filter((each) => each.kind === kind && each.gross > 0);
  return first === undefined ? [] : [{ ...reason(first), amount: sum([first, ...others].map(({ gross }) => gross)) }];
};

/**
 * Returns how the total of a quote under a license comes about, in words for customers. The amounts add up to the
 * total, in the order of `explainQuote`, with all items in one.
 */
export const priceReasons = (quote: Quote, id: LicenseId, bundle: BundleRule = BUNDLE_RULE): readonly PriceReason[] => [
  ...group(quote.lines, "plan", (line) => ({ name: "Plan", why: planReason(line, id) })),
  ...group(quote.lines, "pack", (line) => ({ name: "Credits", why: packReason(line, id) })),
  ...group(quote.lines, "item", () => ({ name: "Items", why: itemPriceReason(id) })),
  ...quote.discounts.map((each) => ({
    ...discountReason(
      each,
      quote.discounts.some(({ kind }) => kind === "bundle"),
      bundle,
    ),
    amount: cents(-each.amount),
  })),
  ...(quote.credit_for_unused === 0
    ? [
        {
          name: "Unused part of your plan",
          why: "You've already used what you paid for this billing period.",
          amount: ZERO,
        },
      ]
    : []),
  ...(quote.tax > 0
    ? [
        {
          name: "Sales tax",
          why:
            quote.tax_rate === undefined
              ? "Added to the price."
              : `${percentOfRate(quote.tax_rate)}% of ${formatUsd(cents(quote.subtotal - quote.discount))}.`,
          amount: quote.tax,
        },
      ]
    : []),
  ...(quote.balance_due === undefined
    ? []
    : [
        {
          name: "Earlier payments",
          why: "What you still owe is charged together with this.",
          amount: quote.balance_due,
        },
      ]),
  ...(quote.carried_over === undefined
    ? []
    : [
        {
          name: "Charged later",
          why: "This is too little to charge by itself. It's added to your next payment.",
          amount: cents(-quote.carried_over),
        },
      ]),
  ...(quote.account_credit > 0
    ? [
        {
          name: "Your account credit",
          why: `It pays for plans first. ${formatUsd(quote.account_credit_left)} is left for later.`,
          amount: cents(-quote.account_credit),
        },
      ]
    : []),
];
