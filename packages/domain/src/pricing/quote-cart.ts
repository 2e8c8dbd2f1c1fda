import {
  BUNDLE_NAME,
  type CartCode,
  SMALLEST_CHARGE,
  allocateProportionally,
  bundleDiscount,
  cartCodeDiscount,
} from "./discount.ts";
import type { PriceRules } from "./price-list.schema.ts";
import { type Cents, type Ratio, ZERO, cents, sum } from "../kernel/money.ts";
import type { Quote, QuoteDiscount } from "./quote.schema.ts";
import { line } from "./quote-line.ts";
import { totalQuote } from "./quote.ts";
import { NO_TAX } from "./tax.ts";

/** A cart item with its price under the cart's license, in cents. */
export interface QuotedItem {
  readonly product_id: string;
  readonly name: string;
  readonly price: Cents;
}

/**
 * Returns the amounts after discounts that apply one after another, in cents. Each discount is split in proportion to
 * the amounts left by the previous ones.
 */
const allocateDiscounts = (amounts: readonly Cents[], discounts: readonly Cents[]): readonly Cents[] =>
  discounts.reduce<readonly Cents[]>((remainders, discount) => {
    const shares = allocateProportionally(discount, remainders);
    return remainders.map((amount, index) => cents(amount - (shares[index] ?? 0)));
  }, amounts);

/**
 * Returns the quote for a cart. The bundle discount applies first, and then the cart code applies to the rest. A
 * remainder below the minimum charge is discounted too. (DSC-10)
 */
export const quoteCart = (input: {
  readonly items: readonly QuotedItem[];
  readonly code: CartCode | null;
  readonly rules: Pick<PriceRules, "bundle" | "smallest_charge">;
  readonly tax?: Ratio;
}): Quote => {
  const { items, code, rules, tax = NO_TAX } = input;
  const prices = items.map((item) => item.price);
  const bundle = bundleDiscount(prices, rules.bundle);
  const byCode = cartCodeDiscount(code, cents(sum(prices) - bundle));
  const discount = (kind: QuoteDiscount["kind"], label: string, amount: Cents): QuoteDiscount => ({
    kind,
    label,
    ...(kind === "code" ? { code: label } : {}),
    amount,
    note: null,
  });
  const quoted = (rest: Cents): Quote => {
    const nets = allocateDiscounts(prices, [bundle, byCode, rest]);
    return totalQuote({
      lines: items.map((item, index) =>
        line("item", item.product_id, item.name, item.price, cents(item.price - (nets[index] ?? 0))),
      ),
      discounts: [
        ...(bundle > 0 ? [discount("bundle", BUNDLE_NAME, bundle)] : []),
        ...(code !== null ? [discount("code", code.code, byCode)] : []),
        ...(rest > 0 ? [discount("rest", "Too little to charge", rest)] : []),
      ],
      accountCredit: ZERO,
      tax,
      renewal: null,
    });
  };
  const whole = quoted(ZERO);
  // An item without a discount is sold at its price, unless it is below the minimum that providers charge.
  const smallest = bundle + byCode > 0 ? rules.smallest_charge : SMALLEST_CHARGE;
  return whole.total > 0 && whole.total < smallest ? quoted(cents(whole.total - whole.tax)) : whole;
};
