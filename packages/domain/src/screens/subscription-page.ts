import type { PaymentMethod } from "../checkout/payment-method.ts";
import type { Instant } from "../kernel/calendar.ts";
import type { Provider } from "../orders/order.ts";
import { providerTraits } from "../orders/provider-traits.ts";

/** How a subscription stands, as far as its page asks for something. */
export interface ShownStatus {
  readonly status: "active" | "past_due" | "ended";
  readonly cancel_at_period_end: boolean;
}

/** Whether its owner is asked to pay: a renewal was refused, and the plan was not cancelled since. (CHK-07, CHG-08) */
export const isPaymentAsked = ({ status, cancel_at_period_end }: ShownStatus): boolean =>
  status === "past_due" && !cancel_at_period_end;

/**
 * How an overdue payment of somebody's plan is paid: by another card, or at PayPal. Null where nothing is overdue, and
 * for who works in a team, whose plan is another's to pay. (CHK-07, ACC-08)
 */
export const overdueMethod = (
  subscription: (ShownStatus & { readonly billed_by: Provider }) | null,
  { isMember }: { readonly isMember: boolean },
): PaymentMethod | null =>
  subscription === null || isMember || !isPaymentAsked(subscription)
    ? null
    : providerTraits(subscription.billed_by).method;

/**
 * Whether its page offers to resume or change it: not where it was cancelled while its renewal was overdue. What a
 * change asks for first, such as a payment that is overdue, is said where it is made. (CHG-08)
 */
export const mayStillChange = ({ status, cancel_at_period_end }: ShownStatus): boolean =>
  status !== "past_due" || !cancel_at_period_end;

/** When a plan ends or is paid next: with its period, or with the grace of a refused renewal. (CHG-08) */
export const planEnd = (shown: {
  readonly current_period_end: Instant;
  readonly grace_ends: Instant | null;
}): Instant => shown.grace_ends ?? shown.current_period_end;
