import type { Instant } from "../kernel/calendar.ts";
import type { Cents } from "../kernel/money.ts";
import type { Payer } from "../pricing/payer.ts";
import { type Subscription, hasEnded, isCanceledInGrace, upcomingAmount } from "./subscription.ts";

/**
 * The provider's upcoming billing of a subscription. `failed_at` is when the overdue renewal was declined, or null if
 * no renewal is overdue. `next_invoice_amount` is in cents, or null if the provider doesn't store it. `next_invoice_at`
 * is when it will be billed, or null if the provider doesn't say.
 */
export interface ProviderBilling {
  readonly status: "incomplete" | "active" | "past-due" | "ended";
  readonly auto_renews: boolean;
  readonly failed_at: Instant | null;
  readonly next_invoice_amount: Cents | null;
  readonly next_invoice_at: Instant | null;
}

/** A correction to make at the provider. */
export type BillingCorrection =
  /** Void the open renewal and don't renew. */
  | "cancel-at-period-end"
  /** End the subscription, because it has already ended in our records. */
  | "cancel-now"
  /** Bill the plan that is scheduled for the next period. */
  | "schedule-plan"
  /** Bill the current plan again. */
  | "resume-plan";

/**
 * Returns the correction to make at a provider that disagrees with our records, or null. An open renewal must be voided
 * if its plan has ended or was canceled during the grace period, an ended plan must not renew, and a price left behind
 * by an interrupted change must be replaced.
 */
export const billingCorrection = (
  subscription: Subscription,
  billing: ProviderBilling,
  payer: Pick<Payer, "asks">,
): BillingCorrection | null => {
  const isOpen = billing.failed_at !== null && payer.asks === "card";
  if (isCanceledInGrace(subscription)) return isOpen ? "cancel-at-period-end" : null;
  if (hasEnded(subscription)) return billing.auto_renews || isOpen ? "cancel-now" : null;
  if (!billing.auto_renews) return null;
  const { at_period_end } = subscription;
  // The provider already counts a period with a declined payment as billed; we don't yet. The same applies to a period
  // that has started at the provider but isn't recorded here.
  const isOtherPeriod = billing.next_invoice_at !== null && billing.next_invoice_at !== subscription.period.end;
  const isUnknown = billing.next_invoice_amount === null || billing.status === "past-due" || isOtherPeriod;
  if (isUnknown || at_period_end._tag === "cancels" || billing.next_invoice_amount === upcomingAmount(subscription))
    return null;
  return at_period_end._tag === "changes" ? "schedule-plan" : "resume-plan";
};

/**
 * Returns why another card can't pay an overdue renewal, or null if it can. The provider itself collects approved
 * payments, and a plan canceled during its grace period owes nothing.
 */
export const overduePaymentError = (
  subscription: Subscription,
  payer: Pick<Payer, "asks">,
): "not_by_card" | "subscription_ended" | null => {
  if (payer.asks === "approval") return "not_by_card";
  return isCanceledInGrace(subscription) ? "subscription_ended" : null;
};
