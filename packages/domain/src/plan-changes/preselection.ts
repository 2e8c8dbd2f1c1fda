import { type Interval, monthsIn } from "../kernel/calendar.ts";
import type { PlanSelection } from "../subscriptions/change-kind.ts";
import type { ChangeKind } from "../plans/plan-change.ts";

/**
 * The change-plan dialog's preselection on an interval: a variant, or nothing, because the customer already has the
 * most credits or the interval has no variants.
 */
export type Preselection =
  | { readonly _tag: "variant"; readonly variant_id: number }
  | { readonly _tag: "highest-already" }
  | { readonly _tag: "nothing-offered" };

/**
 * Returns the variant to preselect for an interval: the smallest one with more credits than the current plan, or else
 * the variant with the most. Preselects nothing on the yearly interval if a yearly customer already has the most
 * credits. (CHG-04)
 */
export const preselectVariant = (
  current: Pick<PlanSelection, "interval" | "recurring_credits">,
  offered: readonly { readonly id: number; readonly interval: Interval; readonly recurring_credits: number }[],
  interval: Interval,
): Preselection => {
  const choices = offered
    .filter((each) => each.interval === interval)
    .sort((a, b) => a.recurring_credits - b.recurring_credits);
  const top = choices.at(-1);
  if (top === undefined) return { _tag: "nothing-offered" };
  if (interval === "year" && current.interval === "year" && current.recurring_credits >= top.recurring_credits)
    return { _tag: "highest-already" };
  const more = choices.find((each) => each.recurring_credits > current.recurring_credits);
  return { _tag: "variant", variant_id: (more ?? top).id };
};

/** Returns a plan's credits in a year. */
const creditsAYear = ({ interval, recurring_credits }: Pick<PlanSelection, "interval" | "recurring_credits">): number =>
  (recurring_credits * 12) / monthsIn(interval);

/**
 * Returns the variant of an interval that matches a plan best: the one closest to it in credits per year, or the
 * smaller one in a tie. Returns null if the interval has no variants.
 */
export const counterpartVariant = <Variant extends Pick<PlanSelection, "interval" | "recurring_credits">>(
  plan: Pick<PlanSelection, "interval" | "recurring_credits">,
  offered: readonly Variant[],
  interval: Interval,
): Variant | null => {
  const away = (variant: Variant): number => Math.abs(creditsAYear(variant) - creditsAYear(plan));
  const [best] = offered
    .filter((each) => each.interval === interval)
    .sort((a, b) => away(a) - away(b) || a.recurring_credits - b.recurring_credits);
  return best ?? null;
};

/** Returns the id of the preselected variant, or null if nothing is preselected. */
export const preselectedId = (preselection: Preselection): number | null =>
  preselection._tag === "variant" ? preselection.variant_id : null;

/**
 * Returns the page to show after a plan order: a thank-you page for a first plan (`kind` is null) or an upgrade, or
 * home with a confirmation for a downgrade. Returns null to stay on the page: if nothing changed, or if `stay` is set
 * and the order was not a downgrade.
 */
export const afterPlanOrder = (
  kind: ChangeKind | null,
  stay = false,
): "/thank-you" | "/thank-you?change=upgrade" | "/?plan=changed" | null => {
  switch (kind) {
    case "no-change":
      return null;
    case null:
      return stay ? null : "/thank-you";
    case "upgrade":
      return stay ? null : "/thank-you?change=upgrade";
    case "downgrade":
      return "/?plan=changed";
  }
};
