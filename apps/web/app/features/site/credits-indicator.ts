import { balanceText, creditsText, type Credits } from "@backlot/domain/credits/credits";
import { longDate } from "@backlot/domain/kernel/calendar";
import { ZERO } from "@backlot/domain/kernel/money";
import type { Provider } from "@backlot/domain";
import type { LegacyFlags } from "@backlot/domain/subscriptions/legacy-plan";
import { subscriberBadge } from "./account-menu.ts";
import {
  type ShownPayments,
  type ShownStatus,
  creditForNextPayment,
  isPaymentAsked,
  paymentText,
} from "@backlot/domain/plan-changes/running-plan";

/** Plan data that the indicator shows. */
interface IndicatedPlan {
  readonly plan: { readonly name: string };
  readonly recurring_credits: number;
}

/** Subscription data that the header's indicator shows. */
export interface IndicatedSubscription extends ShownStatus, ShownPayments, LegacyFlags {
  readonly billed_by: Provider;
  readonly plan_variant: IndicatedPlan;
  /** The plan of the next payment, or null if it is the current one. */
  readonly scheduled_plan_variant: IndicatedPlan | null;
  readonly current_credit_balance: Credits;
  readonly legacy_current_credit_balance: Credits;
}

/** A subscriber's credits in the header: a badge, and the rows of its panel. */
export interface CreditsIndicator {
  readonly badge: string;
  readonly rows: readonly { readonly name: string; readonly value: string }[];
}

/** The amounts that lower or raise the next payment, in cents. */
type AccountBalance = Parameters<typeof creditForNextPayment>[1];
const NOTHING: AccountBalance = { account_credit: ZERO, carried_over: ZERO };

/** Returns the next credits and their date, or null if the plan grants none. */
const newCreditsText = (subscription: IndicatedSubscription): string | null => {
  const { plan_variant, scheduled_plan_variant, next_payment_amount, next_payment_date } = subscription;
  const { recurring_credits } = scheduled_plan_variant ?? plan_variant;
  if (recurring_credits === 0) return null;
  if (isPaymentAsked(subscription)) return `${creditsText(recurring_credits)} once you make the overdue payment`;
  if (next_payment_amount === null) return "None (your plan ends)";
  const brought = creditsText(recurring_credits);
  return next_payment_date === null ? brought : `${brought} on ${longDate(next_payment_date)}`;
};

/**
 * Returns a subscriber's credits indicator. The badge shows the credits, or the plan's name for legacy and plus plans.
 * The panel shows the balance, the next credits (without a date for a credit-based legacy plan), and the next payment,
 * which team members don't see.
 */
export const creditsIndicator = (
  subscription: IndicatedSubscription,
  { isMember, balance = NOTHING }: { readonly isMember: boolean; readonly balance?: AccountBalance },
): CreditsIndicator => {
  const { current_credit_balance, legacy_current_credit_balance, plan_variant } = subscription;
  const brought = newCreditsText(subscription);
  const credit = creditForNextPayment(subscription, balance);
  return {
    badge: subscriberBadge(subscription) === "credits" ? creditsText(current_credit_balance) : plan_variant.plan.name,
    rows: [
      { name: "Credit balance", value: balanceText(current_credit_balance, legacy_current_credit_balance) },
      ...(brought === null ? [] : [{ name: "New credits", value: brought }]),
      ...(isMember ? [] : [{ name: "Next payment", value: paymentText(subscription, credit) }]),
    ],
  };
};
