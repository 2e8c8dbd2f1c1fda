import { type CreditBuyer, creditPurchaseError } from "../accounts/team.ts";
import { type BuyCreditsMode, type CreditOffer, creditOffers } from "../credits/credit-pack.ts";
import { moreCreditsText } from "../credits/credits.ts";
import type { Interval } from "../kernel/calendar.ts";
import type { PlanSelection } from "../subscriptions/change-kind.ts";
import { type LegacyFlags, isLegacyPlan } from "../subscriptions/legacy-plan.ts";
import { type PlanBuyer, planChoiceError } from "./plan-choice.ts";

/** The fields of a plan that decide how many credits it adds. */
type PlanCredits = Pick<PlanSelection, "interval" | "recurring_credits">;

/** A customer who needs more credits: their team role, whether a payment is disputed, and their plan, or null. */
export interface CreditSeeker extends CreditBuyer, Pick<PlanBuyer, "current" | "isDisputed"> {}

/** Returns the billing interval of the plans to offer: the current plan's, or else monthly. */
export const offeredInterval = (seeker: CreditSeeker): Interval => seeker.current?.interval ?? "month";

/**
 * Returns the plans under a license that would add credits right away, fewest credits first: those on the customer's
 * interval with more credits than their plan has. A legacy plan counts as 0 credits. Returns none for a team member, if
 * a payment is overdue, or if the current plan has another license, because that change might wait for the period end.
 */
export const creditUpgrades = <V extends PlanCredits>(
  offered: { readonly license_id: PlanSelection["license_id"]; readonly variants: readonly V[] },
  seeker: CreditSeeker,
): readonly V[] => {
  const { current } = seeker;
  if (planChoiceError(seeker) !== null) return [];
  if (current !== null && (current.license_id !== offered.license_id || current.status !== "active")) return [];
  const has = current === null || current.legacy ? 0 : current.recurring_credits;
  return offered.variants
    .filter((each) => each.interval === offeredInterval(seeker) && each.recurring_credits > has)
    .sort((a, b) => a.recurring_credits - b.recurring_credits);
};

/** Returns the kind of plan that the customer has, which decides the wording of the buy-credits dialog. */
export const planKindOf = ({ current }: CreditSeeker): "none" | "current" | "legacy" =>
  current === null ? "none" : current.legacy ? "legacy" : "current";

/**
 * Returns the ways in which the customer can get credits, in display order; empty if there are none. `upgrades` is the
 * number of plans from `creditUpgrades`, and `missing` how many more credits the customer needs.
 */
export const creditWays = (seeker: CreditSeeker, upgrades: number, missing: number): readonly CreditOffer[] =>
  creditOffers(upgrades > 0, offeredInterval(seeker), missing).filter(
    (way) => way === "plan" || creditPurchaseError(seeker) === null,
  );

/**
 * Returns whether to open the buy-credits dialog with the page. True if the query parameter is "true" and the customer
 * has a plan other than a legacy plan.
 */
export const opensBuyCredits = (query: string | null, subscription: LegacyFlags | null): boolean =>
  query === "true" && subscription !== null && !isLegacyPlan(subscription);

/** Returns the title of the buy-credits dialog. Team members can't buy credits, so they get "Not authorized". */
export const buyCreditsTitle = (mode: BuyCreditsMode["_tag"], isMember = false): string => {
  if (isMember) return "Not authorized";
  return mode === "not-enough-credits" ? "Not enough credits" : "Buy more credits";
};

/**
 * Returns the text about how many credits the customer needs for an item, or null if the dialog is not about one.
 * `item` is its name.
 */
export const missingCreditsText = (mode: BuyCreditsMode, item: string | null): string | null =>
  mode._tag === "buy-more-credits" || item === null ? null : `You need ${moreCreditsText(mode.missing)} for ${item}.`;

/**
 * Returns the title and description of the plans in the buy-credits dialog. `has` is the kind of plan that the customer
 * has: see `planKindOf`.
 */
export const creditPlanTexts = (
  has: "none" | "current" | "legacy",
  interval: Interval,
): { readonly title: string; readonly text: string } => {
  const again = `credits every ${interval}`;
  switch (has) {
    case "none":
      return { title: "A plan", text: `New ${again}, and the full Essentials catalog in all resolutions.` };
    case "legacy":
      return { title: "A current plan", text: `New ${again}, in place of your legacy plan.` };
    case "current":
      return { title: "A bigger plan", text: `More ${again}. You'll see today's charge before you order.` };
  }
};
