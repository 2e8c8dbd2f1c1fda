import type { CreditSeeker } from "@backlot/domain/checkout/credit-ways";
import { isLegacyPlan } from "@backlot/domain/subscriptions/legacy-plan";
import type { UserView } from "@backlot/ports";

/**
 * Returns the facts that decide an account's plan and credit offers: its role, its open disputes, and the plan of the
 * account or its team.
 */
export const creditSeekerOf = ({ team, subscription, dispute_open }: UserView): CreditSeeker => ({
  role: team.role_name,
  isDisputed: dispute_open,
  is_credit_based_legacy: subscription?.is_credit_based_legacy ?? false,
  current:
    subscription === null
      ? null
      : {
          variant_id: subscription.plan_variant.id,
          license_id: subscription.license.id,
          interval: subscription.plan_variant.interval,
          legacy: isLegacyPlan(subscription),
          recurring_credits: subscription.plan_variant.recurring_credits,
          status: subscription.status,
          cancel_at_period_end: subscription.cancel_at_period_end,
        },
});
