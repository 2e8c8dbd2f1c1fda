import { trueClaim } from "../kernel/advertised-count.ts";
import { creditsText } from "../credits/credits.ts";
import type { DailyDownloads } from "./daily-downloads.schema.ts";
import type { Interval } from "../kernel/calendar.ts";
import { type LicenseId, isEnterprise } from "../licensing/license.ts";
import { isEssentials } from "./plan.ts";

/** A row of the comparison of plans: whether, or how, the free plan, Essentials, and a plan with credits include it. */
export interface PlanFeature {
  readonly name: string;
  readonly values: readonly [free: string | boolean, essentials: string | boolean, credits: string | boolean];
}

/** Compares the plans under a license, feature by feature. (PLN-09) */
export const planFeatures = (id: LicenseId, daily: DailyDownloads): readonly PlanFeature[] => {
  const [free, paid] = [String(daily.free), String(daily.paid)];
  return [
    { name: "Downloads a day", values: [free, paid, paid] },
    { name: "Resolution", values: ["2K", "All, including 4K", "All, including 4K"] },
    { name: "Free items and practice footage", values: [true, true, true] },
    { name: "Essentials, all tiers", values: [false, true, true] },
    { name: "Credits for premium items", values: [false, false, true] },
    { name: "Single items and credit packs", values: [true, true, true] },
    ...(id >= 2 ? [{ name: "Team management", values: [false, true, true] as const }] : []),
    ...(isEnterprise(id) ? [{ name: "Custom license and account manager", values: [false, true, true] as const }] : []),
  ];
};

const perInterval = (interval: Interval): string => (interval === "month" ? "per month" : "per year");

/** Fills a plan feature template, replacing `{credits}` and `{interval}` with the plan's. */
export const featureText = (
  template: string,
  variant: { readonly recurring_credits: number; readonly interval: Interval },
): string =>
  template
    .replaceAll("{credits}", creditsText(variant.recurring_credits))
    .replaceAll("{interval}", perInterval(variant.interval));

const paidPlanBenefits = ({ paid }: DailyDownloads): readonly string[] => [
  `${paid} daily downloads`,
  "All resolutions, including 4K",
  "Every Essentials asset free",
];

/** Returns the benefits of paid plans, for comparison with the free plan. (PLN-09) */
export const paidPlansOffer = (daily: DailyDownloads): readonly string[] => [
  ...paidPlanBenefits(daily),
  "Credits for premium assets",
  "Team management (Startup and Enterprise)",
  "Custom license and account manager (Enterprise)",
];

/**
 * Returns the benefits of a plan, including those its license adds. List only benefits that the store delivers.
 * (PLN-09)
 */
export const planBenefits = (
  variant: { readonly recurring_credits: number; readonly interval: Interval },
  id: LicenseId,
  daily: DailyDownloads,
): readonly string[] => {
  const benefits = isEssentials(variant) ? [] : [featureText("{credits} {interval} for premium assets", variant)];
  benefits.push(...paidPlanBenefits(daily));
  if (id >= 2) benefits.push("Team management");
  if (isEnterprise(id)) benefits.push("Custom license and account manager");
  return benefits;
};

/** Returns a new subscriber's message about what the plan includes. */
export const planOpensText = (variant: { readonly recurring_credits: number }): string =>
  isEssentials(variant)
    ? "Your plan is active. Download Essentials in all resolutions."
    : "Your plan is active. Download Essentials in all resolutions, and spend your credits on premium items.";

/** Returns the benefits of the free plan. (PLN-08) */
export const freePlanBenefits = ({ free }: DailyDownloads): readonly string[] => [
  `${free} daily downloads`,
  "Free VFX and Practice Footage libraries",
  "2K resolution",
];

/** The number of Essentials assets to advertise, if the store has that many. */
const ESSENTIALS_CLAIM = 1_500;

/** Returns the limits of the free plan, given the number of Essentials collections in the catalog. */
export const freePlanLimits = (essentials: number): readonly string[] => {
  const claim = trueClaim(essentials, ESSENTIALS_CLAIM);
  return [`No access to the ${claim === null ? "" : `${claim}+ `}Essentials Catalog assets`];
};
