import type { TeamRole } from "../accounts/account.schema.ts";
import { planChangeError } from "../accounts/team.ts";
import { type PlanIdentity, isSamePlan } from "../subscriptions/change-kind.ts";
import { type ShownStatus, mayStillChange } from "./running-plan.ts";

/** Who looks at the plans: their role, and the plan that runs; a team's for its members. */
export interface PlanBuyer {
  readonly role: TeamRole;
  readonly current: (PlanIdentity & ShownStatus) | null;
}

/** Why no plan can be chosen: another pays for the team, or a canceled plan can't be kept; null where one can. */
export const planChoiceError = ({
  role,
  current,
}: PlanBuyer): "team_may_not_change_plan" | "subscription_ended" | null =>
  planChangeError(role) ?? (current !== null && !mayStillChange(current) ? "subscription_ended" : null);

/**
 * What may be done with a plan on its page: choose it, change to it, see that it is the running one, or nothing.
 * (CHG-06, CHG-08, PLN-01)
 */
export const planAction = (plan: PlanIdentity, buyer: PlanBuyer): "choose" | "change" | "current" | "none" => {
  if (buyer.current !== null && isSamePlan(buyer.current, plan)) return "current";
  if (planChoiceError(buyer) !== null) return "none";
  return buyer.current === null ? "choose" : "change";
};
