import type { Interval } from "../kernel/calendar.ts";
import type { CartCode, Promo, Sale } from "./discount.schema.ts";
import type { BundleRule } from "./price-list.schema.ts";
import type { DiscountMessage } from "./discount-messages.ts";
import { type Cents, cents, percentOf, sum } from "../kernel/money.ts";

export type { CartCode, Promo, Sale } from "./discount.schema.ts";
export type { BundleRule } from "./price-list.schema.ts";

/** Returns a price after a percentage discount, in cents. */
export const loweredPrice = (price: Cents, { percent_off }: { readonly percent_off: number }): Cents =>
  cents(price - percentOf(price, percent_off));

/**
 * A discount on a plan's next billing cycles, including the current one. `code` is the promo code, or null for a sale.
 */
export interface Discount {
  readonly code: string | null;
  /** The provider's id of the coupon behind the code, or null for the store's own coupon of that percentage. */
  readonly reference: string | null;
  readonly percent_off: number;
  readonly cycles: number;
}

/** A discount, and the note to show next to it, such as "Applies to first 6 months". */
export interface NotedDiscount extends Discount {
  readonly note: string;
  /** The ids of the limits on the code's uses. */
  readonly limits?: readonly string[];
}

/** Returns the note about how long a discount lasts, such as "Applies to first 6 months". */
export const durationNote = (months: number, interval: Interval): string =>
  interval === "year" ? "renews at full-price after the first year" : `Applies to first ${monthsText(months)}`;

/** Returns the number of months a discount lasts, as text to follow "first": "month" or "6 months". */
export const monthsText = (months: number): string => (months === 1 ? "month" : `${months} months`);

/** Returns whether a promo code applies to an interval. Yearly plans only accept codes of up to 12 months. */
const promoApplies = (promo: Promo, interval: Interval): boolean =>
  interval === "month" || promo.duration_in_months <= 12;

/**
 * Returns the discount on a plan: the current sale's, which rules out promo codes, or else the promo code's. Null if
 * there is neither, or the code doesn't apply to the interval.
 */
export const planDiscount = (
  interval: Interval,
  offered: { readonly sale: Sale | null; readonly promo: Promo | null },
): NotedDiscount | null => {
  const { sale, promo } = offered;
  if (sale !== null) {
    return {
      code: null,
      reference: null,
      percent_off: sale.percent_off,
      cycles: interval === "year" ? 1 : sale.months,
      note: durationNote(sale.months, interval),
    };
  }
  if (promo === null || !promoApplies(promo, interval)) return null;
  return {
    code: promo.code,
    reference: promo.reference ?? null,
    percent_off: promo.percent_off,
    cycles: interval === "year" ? 1 : promo.duration_in_months,
    note: durationNote(promo.duration_in_months, interval),
    ...(promo.limits === undefined ? {} : { limits: promo.limits.map(({ id }) => id) }),
  };
};

/** Returns why a valid code doesn't apply to a plan, or null if it does. */
export const promoError = (promo: Promo, interval: Interval): DiscountMessage | null =>
  promoApplies(promo, interval) ? null : "promo_too_long";

/** Returns whether an account has used up a code. `used` counts the purchases that the code discounted. */
export const isPromoUsedUp = (promo: Promo, used: number): boolean => used >= (promo.uses_per_account ?? 1);

/**
 * Returns whether to show the promo code field. It is hidden if a sale already discounts the plan. `lowered` is the
 * quote's discount, or null.
 */
export const showsPromoBox = (lowered: { readonly kind: string } | null): boolean => lowered?.kind !== "sale";

/** Returns whether a text is a well-formed promo code: up to 100 letters, digits, "-" and "_". */
export const isCodeName = (name: string): boolean => /^[\w-]{1,100}$/.test(name);

/**
 * Returns a typed or pasted code without invisible characters: surrounding whitespace, and marks that chats and
 * documents hide in copied text, such as zero-width spaces.
 */
export const typedCode = (text: string): string => text.replaceAll(/\p{Cf}/gu, "").trim();

/** Returns the promo code from the URL, or null if there is none or a sale is running. */
export const codeFromAddress = (code: string | null, sale: Sale | null): string | null => {
  const typed = code === null ? "" : typedCode(code);
  return sale === null && typed !== "" ? typed : null;
};

/**
 * Returns why a code can't be checked now, or null if it can or none was entered. Codes can't be used while a sale is
 * running.
 */
export const promoCheckError = (code: string, sale: Sale | null): DiscountMessage | null =>
  sale !== null && codeFromAddress(code, null) !== null ? "promo_during_sale" : null;

/** Returns why a promo code or add-on credits can't be combined with a plan change, or null if there is neither. */
export const changeOptionsError = (options: {
  readonly discount_code?: string | undefined;
  readonly add_on_credits?: number | undefined;
}): "promo_for_new_plans" | "add_on_for_new_plans" | null => {
  if (options.discount_code !== undefined) return "promo_for_new_plans";
  return options.add_on_credits === undefined ? null : "add_on_for_new_plans";
};

/** The label of the bundle discount in a quote. */
export const BUNDLE_NAME = "Bundle discount";

/** The bundle discount of a new store: 20% off from 5 paid items. (DSC-10) */
export const BUNDLE_RULE: BundleRule = { minimum_items: 5, percent_off: 20 };

/**
 * Returns a cart's progress toward the bundle discount: its number of paid items, and that number as a percentage of
 * the minimum, which can exceed 100.
 */
export const bundleProgress = (
  prices: readonly Cents[],
  rule: BundleRule,
): { readonly items: number; readonly percent: number; readonly reached: boolean } => {
  const items = prices.filter((price) => price > 0).length;
  return { items, percent: Math.floor((items * 100) / rule.minimum_items), reached: items >= rule.minimum_items };
};

/** Returns the text about the bundle discount: that it applies, or how many more items it requires. */
export const bundleText = (bundle: BundleRule & { readonly items: number; readonly reached: boolean }): string =>
  bundle.reached
    ? `${bundle.percent_off}% bundle discount applied.`
    : `${bundle.minimum_items - bundle.items} more for ${bundle.percent_off}% off`;

/** Returns the bundle discount on a cart's prices, in cents; 0 below the minimum, and without a rule. */
export const bundleDiscount = (prices: readonly Cents[], rule: BundleRule | null): Cents =>
  rule !== null && bundleProgress(prices, rule).reached ? percentOf(sum(prices), rule.percent_off) : cents(0);

/** Returns a cart code's discount on an amount, in cents: at most that amount, and 0 without a code. */
export const cartCodeDiscount = (code: CartCode | null, amount: Cents): Cents => {
  if (code === null) return cents(0);
  return "value" in code ? cents(Math.min(amount, code.value)) : percentOf(amount, code.percent_off);
};

/** The number of orders that used or reserved a cart code: by one account, and in total. */
export interface CartCodeUses {
  readonly byAccount: number;
  readonly inAll: number;
}

/** Returns why a cart code doesn't apply to an account, or null if it does. */
export const cartCodeError = (code: CartCode, used: CartCodeUses): DiscountMessage | null => {
  if (code.ended_at !== undefined) return "promo_code_ended";
  if (used.byAccount >= (code.uses_per_account ?? 1)) return "promo_code_used";
  return code.max_uses !== undefined && used.inAll >= code.max_uses ? "promo_code_ended" : null;
};

/** Returns whether a cart's code discounts a percentage or an amount. Some providers can't apply percentages. */
export const cartCodeKind = (code: CartCode | null): "none" | "percent" | "amount" => {
  if (code === null) return "none";
  return "percent_off" in code ? "percent" : "amount";
};

/** Stripe's minimum charge, in cents, and the smallest charge of a new store. */
export const SMALLEST_CHARGE: Cents = cents(50);

/** Splits a discount over amounts in proportion, exact to the cent. No share exceeds its amount. */
export const allocateProportionally = (discount: Cents, amounts: readonly Cents[]): readonly Cents[] => {
  const total = sum(amounts);
  let given = 0;
  let subtotal = 0;
  return amounts.map((amount) => {
    subtotal += amount;
    // Rounding the running total, not each share, makes the shares add up exactly.
    const due = total === 0 ? 0 : Number((BigInt(discount) * BigInt(subtotal)) / BigInt(total));
    const share = due - given;
    given = due;
    return cents(share);
  });
};
