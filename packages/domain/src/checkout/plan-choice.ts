import type { Preselection } from "../plan-changes/preselection.ts";
import type { TeamRole } from "../accounts/account.schema.ts";
import { planChangeError } from "../accounts/team.ts";
import { type CurrentPlan, type PlanSelection, changeKind } from "../subscriptions/change-kind.ts";
import { type ShownStatus, mayStillChange } from "../plan-changes/running-plan.ts";

/** The viewer of the plans: their team role and current plan. A team's plan counts for its members. */
export interface PlanBuyer {
  readonly role: TeamRole;
  readonly current: (CurrentPlan & ShownStatus) | null;
  /** Whether one of the viewer's payments is disputed, which blocks all purchases. */
  readonly isDisputed?: boolean;
}

/**
 * Returns why the viewer can't choose a plan, or null if they can. A team member can't, because the team owner pays;
 * nor can a customer with a disputed payment, or one who canceled a plan during its grace period.
 */
export const planChoiceError = ({
  role,
  current,
  isDisputed = false,
}: PlanBuyer): "team_may_not_change_plan" | "dispute_open" | "subscription_ended" | null =>
  planChangeError(role) ??
  (isDisputed ? "dispute_open" : null) ??
  (current !== null && !mayStillChange(current) ? "subscription_ended" : null);

/**
 * Returns the action that a plan's page offers its viewer. "current" marks the plan that the viewer already has, even
 * if it now sells at another price.
 */
export const planAction = (plan: PlanSelection, buyer: PlanBuyer): "choose" | "change" | "current" | "none" => {
  if (buyer.current !== null && changeKind(buyer.current, plan) === "no-change") return "current";
  if (planChoiceError(buyer) !== null) return "none";
  return buyer.current === null ? "choose" : "change";
};

/**
 * Returns why the change-plan dialog has nothing to pay for, or null if there is something to pay. `hasChoice` is
 * whether a plan is chosen or preselected, and `isCurrent` whether it is the customer's current plan. (CHG-04)
 */
export const changeNote = (
  buyer: PlanBuyer,
  choice: { readonly hasChoice: boolean; readonly isCurrent: boolean; readonly preselected: Preselection },
): ReturnType<typeof planChoiceError> | "current_plan" | "highest_plan" | "plan_unavailable" | null => {
  const error = planChoiceError(buyer);
  if (error !== null) return error;
  if (choice.isCurrent) return "current_plan";
  if (choice.hasChoice) return null;
  return choice.preselected._tag === "nothing-offered" ? "plan_unavailable" : "highest_plan";
};
