import { trueClaim } from "../catalog/claims.ts";
import { type Instant, type Interval, longDate, monthsAfter, monthsIn } from "../kernel/calendar.ts";
import type { Access } from "../catalog/collection.schema.ts";
import { costPerCredit, creditsText, formatDecimal } from "../credits/credits.ts";
import { isEnterprise, type LicenseId, license } from "../licensing/license.ts";
import { type Cents, cents, divideHalfUp, formatUsd, multiply } from "../kernel/money.ts";
import type { PlanOffer, PlanVariant } from "./plan.schema.ts";

export type { PlanOffer, PlanVariant } from "./plan.schema.ts";

/** Whether a plan offer may be bought under a license. (PLN-06) */
export const isAvailableFor = (offer: PlanOffer, id: LicenseId): boolean =>
  id >= offer.licence_from && id <= offer.licence_to;

/**
 * The price of one interval of a plan under a license, in cents: Enterprise bands pay their factor, the others the
 * list price; rounded half up once. (PLN-01, PLN-02)
 */
export const planPrice = (listPrice: Cents, id: LicenseId): Cents =>
  isEnterprise(id) ? multiply(listPrice, license(id).subscriptionPriceFactor) : listPrice;

/** A plan offer priced for a license. (PLN-01) */
export const planVariant = (offer: PlanOffer, id: LicenseId): PlanVariant => {
  const adjusted = planPrice(offer.price, id);
  const perCredit = costPerCredit(adjusted, offer.recurring_credits);
  return {
    id: offer.id,
    group_id: offer.group_id,
    interval: offer.interval,
    recurring_credits: offer.recurring_credits,
    price: offer.price,
    adjusted_price: adjusted,
    plan: { name: offer.plan_name },
    credit_price: costPerCredit(offer.price, offer.recurring_credits),
    license_id: id,
    license_name: license(id).name,
    user_facing_cost_per_credit: perCredit === null ? null : formatDecimal(perCredit),
  };
};

/** The variants that a license may buy, by group, then interval, then credits. (PLN-01) */
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

/** Essentials is the plan without credits. */
export const isEssentials = (variant: { readonly recurring_credits: number }): boolean =>
  variant.recurring_credits === 0;

/**
 * The price shown per month, in cents: a yearly price over twelve, rounded half up; the charge stays yearly. (PLN-02)
 */
export const perMonth = (price: Cents, interval: Interval): Cents => cents(divideHalfUp(price, monthsIn(interval)));

/** "billed annually" beside a yearly plan's monthly figure, nothing beside a monthly one. (PLN-02) */
export const billingNote = (interval: Interval): string | null => (interval === "year" ? "billed annually" : null);

/** The first renewal of a plan that starts at a moment: one month or one year on. (PLN-03) */
export const renewalDate = (start: Instant, interval: Interval): Instant => monthsAfter(start, monthsIn(interval));

/** "Renews at $49.00 starting December 21, 2026". (PLN-03) */
export const renewalText = (price: Cents, at: Instant): string =>
  `Renews at ${formatUsd(price)} starting ${longDate(at)}`;

/** How often a plan is billed, in a word. */
export const intervalText = (interval: Interval): string => (interval === "year" ? "yearly" : "monthly");

/** What a plan is called, on a page as on a receipt: "Pro · 50 credits · monthly". (PLN-04) */
export const planText = ({
  plan,
  recurring_credits,
  interval,
}: Pick<PlanVariant, "plan" | "recurring_credits" | "interval">): string =>
  [plan.name, ...(recurring_credits > 0 ? [creditsText(recurring_credits)] : []), intervalText(interval)].join(" · ");

/** "per month" or "per year", as plan texts name the interval. */
const perInterval = (interval: Interval): string => (interval === "month" ? "per month" : "per year");

/**
 * What a plan gives, with its own credit count and interval written in. A template names them `{credits}` and
 * `{interval}`. (PLN-04)
 */
export const featureText = (
  template: string,
  variant: { readonly recurring_credits: number; readonly interval: Interval },
): string =>
  template
    .replaceAll("{credits}", creditsText(variant.recurring_credits))
    .replaceAll("{interval}", perInterval(variant.interval));

/** What every paid plan gives. (PLN-09) */
export const PAID_PLAN_BENEFITS: readonly string[] = [
  "20 daily downloads",
  "All resolutions, 4K included",
  "Every Essentials asset free",
];

/** What every paid plan gives, and what a license adds. Each line is a promise that the store keeps. (PLN-09) */
export const planBenefits = (
  variant: { readonly recurring_credits: number; readonly interval: Interval },
  id: LicenseId,
): readonly string[] => {
  const benefits = isEssentials(variant) ? [] : [featureText("{credits} {interval} for premium assets", variant)];
  benefits.push(...PAID_PLAN_BENEFITS);
  if (id >= 2) benefits.push("Team management");
  if (isEnterprise(id)) benefits.push("Custom license and account manager");
  return benefits;
};

/** What a plan opens, said to who has just got it. (PLN-09) */
export const planOpensText = (variant: { readonly recurring_credits: number }): string =>
  isEssentials(variant)
    ? "Your plan is open: download Essentials at every resolution."
    : "Your plan is open: download Essentials at every resolution, and spend your credits on premium items.";

/** Whether an item is a good first pick for a plan: what the plan opens, or its credits buy. (PLN-09) */
export const isFirstPick = (access: Access, variant: { readonly recurring_credits: number }): boolean =>
  access === "essentials" || (access === "premium" && !isEssentials(variant));

/** What the free plan gives. (PLN-08) */
export const FREE_PLAN_BENEFITS: readonly string[] = [
  "10 daily downloads",
  "Free VFX and Practice Footage libraries",
  "2K resolution",
];

/** How many Essentials assets the shop claims, where it has as many. (PLN-08) */
const ESSENTIALS_CLAIM = 1_500;

/** What the free plan leaves out of a catalog with so many Essentials collections. (PLN-08) */
export const freePlanLimits = (essentials: number): readonly string[] => {
  const claim = trueClaim(essentials, ESSENTIALS_CLAIM);
  return [`No access to the ${claim === null ? "" : `${claim}+ `}Essentials Catalog assets`];
};
