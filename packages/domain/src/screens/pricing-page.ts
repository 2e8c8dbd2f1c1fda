import type { TeamRole } from "../accounts/account.schema.ts";
import { planChangeError } from "../accounts/team.ts";
import { type PlanIdentity, isSamePlan } from "../subscriptions/change-kind.ts";
import { type ShownStatus, mayStillChange } from "./subscription-page.ts";
import { LOWEST_LICENCE, type LicenceId, highestLicence, licenceId, licenceNamed } from "../licensing/licence.ts";

/** The licence that a pricing page of its own is about. */
const LICENCE_OF_PATH: Readonly<Record<string, LicenceId>> = {
  "/pricing/studio": licenceId(2),
  "/pricing/enterprise": licenceId(3),
};

/**
 * The licence whose plans a pricing page shows: the one that its address names, else the one that its path is about.
 * Never below the minimum. (PLN-05, LIC-11)
 */
export const licenceOfPricingPage = (
  asked: { readonly pathname: string; readonly license_id: string | null },
  minimum: LicenceId,
): LicenceId =>
  highestLicence([minimum, licenceNamed(asked.license_id) ?? LICENCE_OF_PATH[asked.pathname] ?? LOWEST_LICENCE]);

/** Who looks at the plans: their role, and the plan that runs; a team's for its members. */
export interface PlanBuyer {
  readonly role: TeamRole;
  readonly current: (PlanIdentity & ShownStatus) | null;
}

/** Why no plan can be chosen: another pays for the team, or a cancelled plan can't be kept; null where one can. */
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
