import { balanceText, creditsText, type Credits } from "@backlot/domain/credits/credits";
import { longDate } from "@backlot/domain/kernel/calendar";
import type { LegacyFlags } from "@backlot/domain/subscriptions/legacy-plan";
import { subscriberBadge } from "./account-menu.ts";
import {
  type ShownPayments,
  type ShownStatus,
  isPaymentAsked,
  paymentText,
} from "@backlot/domain/checkout/running-plan";

/** A plan as far as the indicator speaks of it. */
interface IndicatedPlan {
  readonly plan: { readonly name: string };
  readonly recurring_credits: number;
}

/** A subscription as its indicator in the header shows it. */
export interface IndicatedSubscription extends ShownStatus, ShownPayments, LegacyFlags {
  readonly plan_variant: IndicatedPlan;
  /** The plan that the next payment is for, where it is another one. */
  readonly scheduled_plan_variant: IndicatedPlan | null;
  readonly current_credit_balance: Credits;
  readonly legacy_current_credit_balance: Credits;
}

/** What the header shows of a subscriber's credits: a badge, and what opens from it. */
export interface CreditsIndicator {
  readonly badge: string;
  readonly rows: readonly { readonly name: string; readonly value: string }[];
}

/** The credits that the next payment brings, and its day; null for a plan that brings none. (CRD-08) */
const newCreditsText = (subscription: IndicatedSubscription): string | null => {
  const { plan_variant, scheduled_plan_variant, next_payment_amount, next_payment_date } = subscription;
  const { recurring_credits } = scheduled_plan_variant ?? plan_variant;
  if (recurring_credits === 0) return null;
  if (isPaymentAsked(subscription)) return `${creditsText(recurring_credits)} with the payment that is overdue`;
  if (next_payment_amount === null) return "None: your plan ends";
  const brought = creditsText(recurring_credits);
  return next_payment_date === null ? brought : `${brought} on ${longDate(next_payment_date)}`;
};

/**
 * The indicator of a subscriber's credits: their number, or the plan's name for legacy and plus plans; and what it
 * opens: the balance, the credits to come, and the next payment. A legacy plan that counts in credits states no day,
 * and who works in a team is told nothing of its payments. (CRD-08, SHL-02, ACC-08)
 */
export const creditsIndicator = (
  subscription: IndicatedSubscription,
  { isMember }: { readonly isMember: boolean },
): CreditsIndicator => {
  const { current_credit_balance, legacy_current_credit_balance, plan_variant } = subscription;
  const brought = newCreditsText(subscription);
  return {
    badge: subscriberBadge(subscription) === "credits" ? creditsText(current_credit_balance) : plan_variant.plan.name,
    rows: [
      { name: "Credit balance", value: balanceText(current_credit_balance, legacy_current_credit_balance) },
      ...(brought === null ? [] : [{ name: "New credits", value: brought }]),
      ...(isMember ? [] : [{ name: "Next payment", value: paymentText(subscription) }]),
    ],
  };
};
