import { costPerCredit, creditsText, formatDecimal } from "../credits/credits.ts";
import { type Cents, ZERO, cents, divideHalfUp, formatUsd, sum } from "../kernel/money.ts";
import { SMALLEST_CHARGE } from "./discount.ts";
import { sentence } from "../kernel/sentence.ts";
import {
  type ItemFactors,
  type PlanFactors,
  factorRatio,
  itemFactor,
  planFactor,
} from "../licensing/license-factors.ts";
import { LICENSES, type LicenseId, isEnterprise, licenseId, licenseLabel } from "../licensing/license.ts";
import type { PriceRules } from "./price-list.schema.ts";
import { type QuoteExtra, quoteExtras } from "./quote-extras.ts";
import type { Quote, QuoteDiscount, QuoteLine } from "./quote.schema.ts";
import { percentOfRate } from "./tax.ts";

/** A component of a price as shown to customers: its name, an explanation, and its amount in cents. */
export interface PriceReason {
  readonly name: string;
  readonly why: string;
  readonly amount: Cents;
}

/** Returns the explanation of a plan's price under a license. (PLN-01) */
export const planPriceReason = (id: LicenseId, factors: PlanFactors): string => {
  if (isEnterprise(id))
    return `Under the ${licenseLabel(id)} license, plans cost ${planFactor(factors, id)} times their list price.`;
  const [lowest, highest] = [3, 6].map((each) => planFactor(factors, licenseId(each)));
  return (
    "This is the list price. It applies to Individual and Startup licenses. Under Enterprise licenses, plans cost " +
    `${lowest === highest ? lowest : `${lowest} to ${highest}`} times as much.`
  );
};

/** Returns the explanation of an item's price under a license. (ORD-05) */
export const itemPriceReason = (id: LicenseId, factors: ItemFactors): string =>
  id === 1
    ? "This is the Individual price. Other licenses multiply it: " +
      LICENSES.slice(1)
        .map((each) => `${licenseLabel(each.id)} × ${itemFactor(factors, each.id)}`)
        .join(", ") +
      "."
    : `Under the ${licenseLabel(id)} license, files cost ${itemFactor(factors, id)} times the Individual price. ` +
      "If you already own a file under a lower license, you pay the difference.";

const planReason = ({ gross }: QuoteLine, id: LicenseId, factors: PlanFactors): string => {
  if (!isEnterprise(id)) return planPriceReason(id, factors);
  const factor = planFactor(factors, id);
  const { numerator, denominator } = factorRatio(factor);
  const list = cents(divideHalfUp(gross * denominator, numerator));
  return `List price ${formatUsd(list)} × ${factor} for the ${licenseLabel(id)} license.`;
};

const packReason = ({ reference, gross }: QuoteLine, id: LicenseId): string => {
  const each = formatDecimal(cents(divideHalfUp(gross, Number(reference))));
  return `$${each} per credit, the price for this many credits under the ${licenseLabel(id)} license.`;
};

/**
 * Describes the unused part of a plan: its unspent credits, or its time if it has no credits. `paid` is the price paid
 * for it, in cents, which the discount doesn't exceed.
 */
const unusedReason = ({ credits, amount }: QuoteDiscount, paid: Cents): string => {
  const rest = paid > amount ? " Any amount above the new price pays what you owe or becomes account credit." : "";
  const each = credits === undefined ? null : costPerCredit(paid, credits);
  if (credits === undefined || each === null)
    return `The unused part of this billing period, at the price you paid.${rest}`;
  const rounded = paid % credits === 0 ? "" : "about ";
  return (
    `${creditsText(credits)} at ${rounded}${formatUsd(each)} each, the price you paid. We count your unspent ` +
    "credits, up to the share for the time left in this billing period. You keep your purchased credits." +
    rest
  );
};

const bundleReason = (bundle: PriceRules["bundle"]): string =>
  bundle === null
    ? "A discount on several paid items."
    : `${bundle.percent_off}% off for buying ${bundle.minimum_items} or more paid items.`;

const discountReason = (
  discount: QuoteDiscount,
  {
    kinds,
    rules,
    paid,
  }: { readonly kinds: readonly QuoteDiscount["kind"][]; readonly rules: PriceRules; readonly paid: Cents },
): Omit<PriceReason, "amount"> => {
  const { kind, label, note, percent_off } = discount;
  const lowered = [
    ...(percent_off === undefined ? [] : [`${percent_off}% off the plan price.`]),
    ...(note === null ? [] : [sentence(note)]),
  ].join(" ");
  const smallest = kinds.length > 1 ? rules.smallest_charge : SMALLEST_CHARGE;
  switch (kind) {
    case "sale":
      return { name: "Sale", why: lowered };
    case "promo":
      return { name: "Promo code", why: lowered };
    case "bundle":
      return { name: label, why: bundleReason(rules.bundle) };
    case "code":
      return {
        name: "Discount code",
        why: `Applies to the ${kinds.includes("bundle") ? "price after the bundle discount" : "whole cart"}.`,
      };
    case "rest":
      return {
        name: label,
        why: `This is below our ${formatUsd(smallest)} minimum, so you don't pay it.`,
      };
    case "unused":
      return { name: label, why: unusedReason(discount, paid) };
  }
};

const EXTRA_WORDS: Readonly<Record<QuoteExtra, (quote: Quote) => Omit<PriceReason, "amount">>> = {
  tax: ({ tax_rate, subtotal, discount }) => ({
    name: "Sales tax",
    why:
      tax_rate === undefined
        ? "Added to the price."
        : `${percentOfRate(tax_rate)}% of ${formatUsd(cents(subtotal - discount))}.`,
  }),
  balance_due: () => ({
    name: "Earlier payments",
    why: "You owe this from earlier payments. We'll charge it with this order.",
  }),
  carried_over: () => ({
    name: "Charged later",
    why: "This is too little to charge now. We'll add it to your next payment.",
  }),
  account_credit: ({ account_credit_left }) => ({
    name: "Your account credit",
    why: `Account credit pays only for plans. You'll have ${formatUsd(account_credit_left)} left.`,
  }),
};

const group = (
  lines: readonly QuoteLine[],
  kind: QuoteLine["kind"],
  reason: (line: QuoteLine) => Omit<PriceReason, "amount">,
): readonly PriceReason[] => {
  // A number of credits can be 0 while it is being typed, and then costs nothing.
  const [first, ...others] = lines.filter((each) => each.kind === kind && each.gross > 0);
  return first === undefined ? [] : [{ ...reason(first), amount: sum([first, ...others].map(({ gross }) => gross)) }];
};

/**
 * Returns the explanation of a quote's total under a license, for customers. The amounts add up to the total. The
 * reasons follow the order of `explainQuote`, but combine all items.
 */
export const priceReasons = (quote: Quote, id: LicenseId, rules: PriceRules): readonly PriceReason[] => [
  ...group(quote.lines, "plan", (line) => ({ name: "Plan", why: planReason(line, id, rules.plan_factors) })),
  ...group(quote.lines, "pack", (line) => ({ name: "Credits", why: packReason(line, id) })),
  ...group(quote.lines, "item", () => ({ name: "Items", why: itemPriceReason(id, rules.item_factors) })),
  ...quote.discounts.map((each) => ({
    ...discountReason(each, {
      kinds: quote.discounts.map(({ kind }) => kind),
      rules,
      paid: quote.credit_for_unused ?? each.amount,
    }),
    amount: cents(-each.amount),
  })),
  ...(quote.credit_for_unused === 0
    ? [
        {
          name: "Unused part of your plan",
          why: "This billing period has no unused value left.",
          amount: ZERO,
        },
      ]
    : []),
  ...quoteExtras(quote).map(({ part, amount }) => ({ ...EXTRA_WORDS[part](quote), amount })),
];
