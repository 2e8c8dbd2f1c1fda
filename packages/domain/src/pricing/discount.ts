import { type Instant, type Interval, epochMs } from "../kernel/calendar.ts";
import type { CartCode, Promo, Sale } from "./discount.schema.ts";
import { GENERAL_MESSAGES } from "../kernel/general-messages.ts";
import type { DiscountMessage } from "./discount-messages.ts";
import { type Cents, cents, percentOf, sum } from "../kernel/money.ts";

export type { CartCode, Promo, Sale } from "./discount.schema.ts";

/** The sale that the banner announces. (DSC-04) */
export const BANNER_SALE: Sale = { percent_off: 30, months: 6 };

/** What the banner of a sale says. (DSC-04) */
export const saleBanner = ({ percent_off, months }: Sale): string =>
  `Sale: ${percent_off}% off new plans, for the first ${months} months or the first year.`;

/** Why a sale can't end at a moment; null where it can, and where it is ended by hand. (DSC-04) */
export const saleEndError = (ends_at: Instant | null, now: Instant): DiscountMessage | null =>
  ends_at !== null && epochMs(ends_at) <= epochMs(now) ? "sale_ends_in_past" : null;

/** A price in the cycles that a percentage lowers, in cents. (DSC-03, DSC-04) */
export const loweredPrice = (price: Cents, { percent_off }: { readonly percent_off: number }): Cents =>
  cents(price - percentOf(price, percent_off));

/** What lowers a plan's price, and for how long. `note` stands beside it. */
export interface PlanDiscount {
  readonly source: "sale" | "promo";
  readonly code: string | null;
  /** What the provider calls the code; null where nothing says so. */
  readonly reference: string | null;
  readonly percent_off: number;
  /** Billing cycles that it lowers, this one included. */
  readonly cycles: number;
  readonly note: string;
}

/** "Applies to first 6 months", "renews at full-price after the first year". (DSC-03) */
export const durationNote = (months: number, interval: Interval): string =>
  interval === "year" ? "renews at full-price after the first year" : `Applies to first ${months} months`;

/** Whether a promo code counts for a plan: on yearly plans only up to twelve months. (DSC-03) */
export const promoApplies = (promo: Promo, interval: Interval): boolean =>
  interval === "month" || promo.duration_in_months <= 12;

/**
 * What lowers a plan's price. A running sale replaces promo codes; a code of more than twelve months does not apply to
 * a yearly plan. Null where nothing does. (DSC-03, DSC-04)
 */
export const planDiscount = (
  interval: Interval,
  offered: { readonly sale: Sale | null; readonly promo: Promo | null },
): PlanDiscount | null => {
  const { sale, promo } = offered;
  if (sale !== null) {
    return {
      source: "sale",
      code: null,
      reference: null,
      percent_off: sale.percent_off,
      cycles: interval === "year" ? 1 : sale.months,
      note: durationNote(sale.months, interval),
    };
  }
  if (promo === null || !promoApplies(promo, interval)) return null;
  return {
    source: "promo",
    code: promo.code,
    reference: promo.reference ?? null,
    percent_off: promo.percent_off,
    cycles: interval === "year" ? 1 : promo.duration_in_months,
    note: durationNote(promo.duration_in_months, interval),
  };
};

/** Why a code that was found does not lower a plan; null where it does. (DSC-03) */
export const promoError = (promo: Promo, interval: Interval): DiscountMessage | null =>
  promoApplies(promo, interval) ? null : "promo_too_long";

/**
 * Whether an account has had all that a code gives it; `used` is how many of its purchases the code lowered. (DSC-02)
 */
export const isPromoUsedUp = (promo: Promo, used: number): boolean => used >= (promo.uses_per_account ?? 1);

/** The sale for somebody: none who has a plan is told of it, since it lowers new plans alone. (DSC-04) */
export const saleFor = (sale: Sale | null, { hasPlan }: { readonly hasPlan: boolean }): Sale | null =>
  hasPlan ? null : sale;

/** Whether a code may be typed: not for a plan that a sale lowers. (DSC-04) */
export const showsPromoBox = (lowered: { readonly kind: string } | null): boolean => lowered?.kind !== "sale";

/** Whether a name can be that of a promo code: up to 100 letters, figures, "-" and "_". (DSC-01) */
export const isCodeName = (name: string): boolean => /^[\w-]{1,100}$/.test(name);

/** A code from the address counts only while no sale runs. (DSC-07) */
export const codeFromAddress = (code: string | null, sale: Sale | null): string | null =>
  sale === null && code !== null && code.trim() !== "" ? code.trim() : null;

/** What the promo field shows. (DSC-02) */
export type PromoState =
  | { readonly _tag: "none" }
  | { readonly _tag: "applied"; readonly promo: Promo }
  | { readonly _tag: "error"; readonly message: string };

/** What a check of a code came back with; an empty code asks for nothing. */
export type PromoChecked =
  | { readonly _tag: "found"; readonly promo: Promo }
  | { readonly _tag: "refused"; readonly status: number; readonly message: string }
  | { readonly _tag: "removed" };

/**
 * The promo field after a check. Too many tries have their own words; any other refusal shows the server's and forgets
 * the code. (DSC-01, DSC-02)
 */
export const promoState = (checked: PromoChecked): PromoState => {
  switch (checked._tag) {
    case "found":
      return { _tag: "applied", promo: checked.promo };
    case "removed":
      return { _tag: "none" };
    case "refused":
      return { _tag: "error", message: checked.status === 503 ? GENERAL_MESSAGES.too_many_attempts : checked.message };
  }
};

/** Why a code can't be checked now; null where it can, or none is named: while a sale runs none counts. (DSC-04) */
export const promoCheckError = (code: string, sale: Sale | null): DiscountMessage | null =>
  sale !== null && codeFromAddress(code, null) !== null ? "promo_during_sale" : null;

/** PayPal takes no percent-off code, by its name or as it was found: why not, or null. A sale is no code. (DSC-08) */
export const payPalPromoError = (promo: Promo | string | null): DiscountMessage | null =>
  promo === null ? null : "paypal_no_promo";

/** Why a promo code, or credits beside a plan, can't go with a change of plan; null without either. (DSC-07, CRD-03) */
export const changeOptionsError = (asked: {
  readonly discount_code?: string | undefined;
  readonly add_on_credits?: number | undefined;
}): "promo_for_new_plans" | "add_on_for_new_plans" | null => {
  if (asked.discount_code !== undefined) return "promo_for_new_plans";
  return asked.add_on_credits === undefined ? null : "add_on_for_new_plans";
};

/** From how many priced items a bundle begins, and what it takes off, in percent. (DSC-05) */
export interface BundleRule {
  readonly minimum_items: number;
  readonly percent_off: number;
  /** What its line in a quote is called. */
  readonly name: string;
}

/** The shop's bundle: five items, twenty percent. (DSC-05) */
export const BUNDLE_RULE: BundleRule = { minimum_items: 5, percent_off: 20, name: "Bundle discount" };

/** How near a cart is to a bundle: priced items, and their share of the minimum in percent. (DSC-05) */
export const bundleProgress = (
  prices: readonly Cents[],
  rule: BundleRule = BUNDLE_RULE,
): { readonly items: number; readonly percent: number; readonly reached: boolean } => {
  const items = prices.filter((price) => price > 0).length;
  return { items, percent: Math.floor((items * 100) / rule.minimum_items), reached: items >= rule.minimum_items };
};

/** What is said of a bundle: that it counts, or how many items are missing. (DSC-05) */
export const bundleText = (bundle: BundleRule & { readonly items: number; readonly reached: boolean }): string =>
  bundle.reached
    ? `${bundle.name}: ${bundle.percent_off}% off all of it.`
    : `${bundle.minimum_items - bundle.items} more for ${bundle.percent_off}% off`;

/** What a bundle takes off, in cents; 0 below its minimum. (DSC-05) */
export const bundleDiscount = (prices: readonly Cents[], rule: BundleRule = BUNDLE_RULE): Cents =>
  bundleProgress(prices, rule).reached ? percentOf(sum(prices), rule.percent_off) : cents(0);

/** What a cart code takes off an amount, in cents, never more than the amount. (DSC-10) */
export const cartCodeDiscount = (code: CartCode | null, amount: Cents): Cents => {
  if (code === null) return cents(0);
  return "value" in code ? cents(Math.min(amount, code.value)) : percentOf(amount, code.percent_off);
};

/** Orders that a cart code has lowered or is kept for. */
export interface CartCodeUses {
  readonly byAccount: number;
  readonly inAll: number;
}

/** Why a cart code does not count for an account; null where it does. (DSC-02, DSC-10) */
export const cartCodeError = (code: CartCode, used: CartCodeUses): DiscountMessage | null => {
  if (used.byAccount >= (code.uses_per_account ?? 1)) return "promo_code_used";
  return code.max_uses !== undefined && used.inAll >= code.max_uses ? "promo_code_ended" : null;
};

/** Why PayPal can't be asked for a cart with a code; null where it can: it takes no percentages. (DSC-08, DSC-10) */
export const payPalCartCodeError = (code: CartCode | null): DiscountMessage | null =>
  code !== null && "percent_off" in code ? "paypal_no_percent_code" : null;

/** The least that the card provider charges at once, in cents. (DSC-10) */
export const SMALLEST_CHARGE: Cents = cents(50);

/** Shares a discount out over amounts in their proportion, to the cent, never more than an amount. */
export const allocateProportionally = (discount: Cents, amounts: readonly Cents[]): readonly Cents[] => {
  const total = sum(amounts);
  let given = 0;
  let seen = 0;
  return amounts.map((amount) => {
    seen += amount;
    // What the amounts so far should have got, less what they got: the cents that rounding leaves find their place.
    const due = total === 0 ? 0 : Number((BigInt(discount) * BigInt(seen)) / BigInt(total));
    const share = due - given;
    given = due;
    return cents(share);
  });
};
