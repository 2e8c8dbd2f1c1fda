import { formatWhole } from "../kernel/whole-number.ts";
import { type Instant, type Interval, longDate, monthsAfter, monthsIn } from "../kernel/calendar.ts";
import { type Credits, costPerCredit, creditsText, formatDecimal } from "../credits/credits.ts";
import { PLAN_FACTORS, factorRatio, planFactor } from "../licensing/license-factors.ts";
import { isEnterprise, type LicenseId, license } from "../licensing/license.ts";
import { type Cents, ZERO, cents, divideHalfUp, formatUsd, max, multiply } from "../kernel/money.ts";
import type { EnterprisePrices, PlanOffer, PlanVariant } from "./plan.schema.ts";

export type { EnterprisePrices, PlanOffer, PlanVariant } from "./plan.schema.ts";

/** Whether a plan is sold under a license. A retired plan isn't sold under any. */
export type PlanSale = "sold" | "retired" | "not-under-this-license";

/** Returns whether a plan is sold under a license. */
export const planSale = (offer: PlanOffer, id: LicenseId): PlanSale => {
  if (offer.retired === true) return "retired";
  return id >= offer.license_from && id <= offer.license_to ? "sold" : "not-under-this-license";
};

/** Returns whether a plan can be bought under a license. */
export const isAvailableFor = (offer: PlanOffer, id: LicenseId): boolean => planSale(offer, id) === "sold";

/**
 * Returns a plan's price per interval for a license, in cents. Enterprise bands pay a multiple of the list price,
 * rounded half up once; all others pay the list price. (PLN-01, PLN-02)
 */
export const planPrice = (
  { price, enterprise_prices }: Pick<PlanOffer, "price" | "enterprise_prices">,
  id: LicenseId,
): Cents => {
  if (!isEnterprise(id)) return price;
  const enterprisePrice = enterprise_prices?.[String(id) as keyof EnterprisePrices];
  return enterprisePrice ?? multiply(price, factorRatio(planFactor(PLAN_FACTORS, id)));
};

/** Returns a plan variant with its prices for a license. Doesn't check that the license can buy it. */
export const planVariant = (offer: PlanOffer, id: LicenseId): PlanVariant => {
  const adjusted = planPrice(offer, id);
  const perCredit = costPerCredit(adjusted, offer.recurring_credits);
  return {
    id: offer.id,
    group_id: offer.group_id,
    interval: offer.interval,
    recurring_credits: offer.recurring_credits,
    price: offer.price,
    adjusted_price: adjusted,
    plan: { name: offer.plan_name, ...(offer.badge === undefined ? {} : { badge: offer.badge }) },
    credit_price: costPerCredit(offer.price, offer.recurring_credits),
    license_id: id,
    license_name: license(id).name,
    user_facing_cost_per_credit: perCredit === null ? null : formatDecimal(perCredit),
  };
};

/** Returns the plan variants a license can buy, sorted by group, interval, and credits. */
export const planVariantsFor = (offers: readonly PlanOffer[], id: LicenseId): readonly PlanVariant[] =>
  offers
    .filter((offer) => isAvailableFor(offer, id))
    .map((offer) => planVariant(offer, id))
    .sort(
      (a, b) =>
        a.group_id - b.group_id ||
        a.interval.localeCompare(b.interval) ||
        a.recurring_credits - b.recurring_credits ||
        a.id - b.id,
    );

/** Returns whether a plan is Essentials: the plan without credits. */
export const isEssentials = (variant: { readonly recurring_credits: number }): boolean =>
  variant.recurring_credits === 0;

/** Returns the price to show per month, in cents: a twelfth of a yearly price, rounded half up. (PLN-02) */
export const perMonth = (price: Cents, interval: Interval): Cents => cents(divideHalfUp(price, monthsIn(interval)));

/**
 * Returns how much a yearly plan saves in a year over the monthly plan with the same credits, in cents. 0 for a monthly
 * plan, or if there is no such monthly plan.
 */
export const yearlySaving = (
  plan: Pick<PlanVariant, "plan" | "interval" | "recurring_credits" | "adjusted_price">,
  others: readonly Pick<PlanVariant, "plan" | "interval" | "recurring_credits" | "adjusted_price">[],
): Cents => {
  const months = monthsIn("year");
  const monthly = others.find(
    (each) =>
      each.interval === "month" &&
      each.plan.name === plan.plan.name &&
      each.recurring_credits * months === plan.recurring_credits,
  );
  return plan.interval === "month" || monthly === undefined
    ? ZERO
    : max(ZERO, cents(monthly.adjusted_price * months - plan.adjusted_price));
};

/**
 * Returns what a plan's credits buy per billing period: "about 24 premium items". Null for a plan without credits, or
 * if there is no typical price. `typical` is a typical premium item's price in credits.
 */
export const creditsBuyText = (amount: Credits, typical: Credits | null): string | null => {
  const items = typical === null || typical === 0 ? 0 : Math.floor(amount / typical);
  return items < 1 ? null : `about ${formatWhole(items)} premium ${items === 1 ? "item" : "items"}`;
};

/** Returns "billed annually" for yearly plans, or null for monthly plans. */
export const billingNote = (interval: Interval): string | null => (interval === "year" ? "billed annually" : null);

/** Returns the first renewal of a plan that starts at an instant: one month or one year later. */
export const renewalDate = (start: Instant, interval: Interval): Instant => monthsAfter(start, monthsIn(interval));

/** A price in cents, and the date of the first renewal at that price. */
export interface PriceFrom {
  readonly price: Cents;
  readonly at: Instant;
}

/**
 * Returns the renewal notice: "Renews at $49.00 starting December 21, 2026". `later` is the price of renewals once a
 * discount has ended, or null.
 */
export const renewalText = (price: Cents, at: Instant, later: PriceFrom | null = null): string => {
  const first = `Renews at ${formatUsd(price)} starting ${longDate(at)}`;
  return later === null ? first : `${first}, and at ${formatUsd(later.price)} starting ${longDate(later.at)}`;
};

/** Returns a billing interval as an adverb: "monthly" or "yearly". */
export const intervalText = (interval: Interval): string => (interval === "year" ? "yearly" : "monthly");

/** Parses an interval from a URL, "month" or "year". Returns null for anything else. */
export const intervalNamed = (text: string | null): Interval | null =>
  text === "month" || text === "year" ? text : null;

/** Returns the billing intervals that plans are sold for, monthly first. */
export const intervalsOf = (plans: readonly { readonly interval: Interval }[]): readonly Interval[] =>
  (["month", "year"] as const).filter((interval) => plans.some((plan) => plan.interval === interval));

/** Returns the first requested interval that plans are sold for, or else yearly, or else monthly. */
export const intervalToShow = (
  plans: readonly { readonly interval: Interval }[],
  intervals: readonly (Interval | null | undefined)[],
): Interval => {
  const sold = intervalsOf(plans);
  return intervals.find((each) => each != null && sold.includes(each)) ?? sold.at(-1) ?? "year";
};

/** Returns the full name of a plan on pages and receipts: "Pro · 50 credits · monthly". */
export const planText = ({
  plan,
  recurring_credits,
  interval,
}: Pick<PlanVariant, "plan" | "recurring_credits" | "interval">): string =>
  [plan.name, ...(recurring_credits > 0 ? [creditsText(recurring_credits)] : []), intervalText(interval)].join(" · ");
