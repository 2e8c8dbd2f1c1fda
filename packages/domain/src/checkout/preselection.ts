import type { Interval } from "../kernel/calendar.ts";
import type { ChangeKind, PlanSelection } from "../subscriptions/change-kind.ts";

/** What the change-your-plan modal has chosen when it opens on an interval. */
export type Preselection =
  | { readonly _tag: "variant"; readonly variant_id: number }
  | { readonly _tag: "highest-already" }
  | { readonly _tag: "nothing-offered" };

/**
 * The variant that is chosen when the modal opens on an interval: the next one with more credits, else the one with the
 * most. On the yearly interval nothing is chosen for a customer who has the most already. (CHG-04)
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

/**
 * Where an order of a plan leads once it counts: a first plan and an upgrade say thanks, unless told to stay; a
 * downgrade goes home, where it says what was arranged; no change goes nowhere. `kind` is null for a first plan.
 * (CHG-02, CHK-03)
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
