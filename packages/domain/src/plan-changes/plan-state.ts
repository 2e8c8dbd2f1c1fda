import { type Instant, longDate } from "../kernel/calendar.ts";
import type { Cents } from "../kernel/money.ts";
import { planText } from "../plans/plan.ts";
import { type ShownPayments, type ShownStatus, isPaymentAsked, planEnd } from "./running-plan.ts";

/**
 * Returns the text shown before a cancellation: when the plan would end, how many credits the customer would lose
 * (`plan_credits`), and what they would keep. A plan whose payment is overdue can't be resumed.
 */
export const cancellationText = (shown: Parameters<typeof planEnd>[0] & { readonly plan_credits: number }): string => {
  const on = longDate(planEnd(shown));
  const { plan_credits: planCredits } = shown;
  const end = `You'll keep your plan until ${on}.${shown.grace_ends === null ? "" : " You can't undo this."}`;
  if (planCredits === 0) return `${end} Purchased credits and items are yours to keep.`;
  const lost =
    planCredits === 1
      ? "Your plan credit expires then, so use it first."
      : `Your ${planCredits} plan credits expire then, so use them first.`;
  return `${end} ${lost} Purchased credits and items are yours to keep.`;
};

/** Returns the status label of a plan: "Payment failed", "Canceled", or null. */
export const planMark = (shown: ShownStatus): "Payment failed" | "Canceled" | null => {
  if (isPaymentAsked(shown)) return "Payment failed";
  return shown.cancel_at_period_end ? "Canceled" : null;
};

/** Returns the renewal that failed, with its amount in cents and the day it was due, or null if none did. */
export const failedPayment = (
  plan: ShownStatus &
    Pick<ShownPayments, "next_payment_amount" | "current_period_end"> & {
      readonly plan_variant: Parameters<typeof planText>[0];
    },
): { readonly title: string; readonly amount: Cents; readonly due_at: Instant } | null =>
  !isPaymentAsked(plan) || plan.next_payment_amount === null
    ? null
    : { title: planText(plan.plan_variant), amount: plan.next_payment_amount, due_at: plan.current_period_end };
