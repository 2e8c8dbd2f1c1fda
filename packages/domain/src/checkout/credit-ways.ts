import { type CreditBuyer, creditPurchaseError } from "../accounts/team.ts";
import { type BuyCreditsMode, type CreditOffer, creditOffers } from "../credits/credit-pack.ts";
import { creditsText } from "../credits/credits.ts";
import type { Interval } from "../kernel/calendar.ts";
import type { PlanSelection } from "../subscriptions/change-kind.ts";
import { type LegacyFlags, isLegacyPlan } from "../subscriptions/legacy-plan.ts";
import { type PlanBuyer, planChoiceError } from "./plan-choice.ts";

/** A plan as far as it can bring somebody more credits. */
type PlanCredits = Pick<PlanSelection, "interval" | "recurring_credits">;

/** Who lacks credits, or wants more: their role, and the plan that runs. */
export interface CreditSeeker extends CreditBuyer {
  readonly current: (NonNullable<PlanBuyer["current"]> & PlanCredits & { readonly legacy: boolean }) | null;
}

/** The interval of the plans that are offered to somebody: their own plan's, or a month. (CRD-06) */
export const offeredInterval = (seeker: CreditSeeker): Interval => seeker.current?.interval ?? "month";

/**
 * The plans under a license that bring somebody more credits at once, those with the fewest first: at the interval of
 * their own plan, with more credits than it has; any plan with credits for who has a legacy one. None where their plan
 * has another license: such a change may count only at the end of its period. None while a payment of it is overdue,
 * which comes first. (CRD-06, CHG-01, CHG-06)
 */
export const creditUpgrades = <V extends PlanCredits>(
  offered: { readonly license_id: PlanSelection["license_id"]; readonly variants: readonly V[] },
  seeker: CreditSeeker,
): readonly V[] => {
  const { role, current } = seeker;
  if (planChoiceError({ role, current }) !== null) return [];
  if (current !== null && (current.license_id !== offered.license_id || current.status !== "active")) return [];
  const has = current === null || current.legacy ? 0 : current.recurring_credits;
  return offered.variants
    .filter((each) => each.interval === offeredInterval(seeker) && each.recurring_credits > has)
    .sort((a, b) => a.recurring_credits - b.recurring_credits);
};

/** What kind of plan somebody has, as far as the dialog speaks of it. */
export const planKindOf = ({ current }: CreditSeeker): "none" | "current" | "legacy" =>
  current === null ? "none" : current.legacy ? "legacy" : "current";

/** What brings somebody credits, in the order in which it is offered; nothing where nothing can. (CRD-06, CRD-07) */
export const creditWays = (seeker: CreditSeeker, upgrades: number, missing: number): readonly CreditOffer[] =>
  creditOffers(upgrades > 0, offeredInterval(seeker), missing).filter(
    (way) => way === "plan" || creditPurchaseError(seeker) === null,
  );

/** Whether an address opens the dialog: it asks for it, and the plan that runs is no legacy one. (PLN-07) */
export const opensBuyCredits = (query: string | null, subscription: LegacyFlags | null): boolean =>
  query === "true" && subscription !== null && !isLegacyPlan(subscription);

/** The title of the dialog, also for who is sold no credits. (CRD-06, CRD-07) */
export const buyCreditsTitle = (mode: BuyCreditsMode["_tag"], isMember = false): string => {
  if (isMember) return "Not authorized";
  return mode === "not-enough-credits" ? "Not enough credits" : "Buy more credits";
};

/** How many credits an item lacks that the dialog is opened for; null where it is opened for more of them. (CRD-06) */
export const missingCreditsText = (mode: BuyCreditsMode, item: string | null): string | null =>
  mode._tag === "buy-more-credits" || item === null ? null : `You need ${creditsText(mode.missing)} more for ${item}.`;

/** What the plans of the dialog are called, and what they bring, for who has a plan of today, a legacy one, or none. */
export const creditPlanTexts = (
  has: "none" | "current" | "legacy",
  interval: Interval,
): { readonly title: string; readonly text: string } => {
  const again = `credits every ${interval}`;
  switch (has) {
    case "none":
      return { title: "A plan", text: `New ${again}, and the whole Essentials catalog in every resolution.` };
    case "legacy":
      return { title: "A plan of today", text: `New ${again}, in place of your legacy plan.` };
    case "current":
      return { title: "A bigger plan", text: `More ${again}. What you pay today is shown before you order.` };
  }
};
