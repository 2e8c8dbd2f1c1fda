import type { BilledPlan } from "../plans/billed-plan.ts";
import type { Cents, Discount, Instant, Period } from "@backlot/domain";
import type * as Effect from "effect/Effect";
import type { ProviderCall, PaymentProviderUnavailable, SubscriptionEnded } from "../driven/payment-errors.ts";

/**
 * A paid invoice of a subscription, in cents. `total` is the price of the period, `tax` is the tax included in it, and
 * `amount_paid` is the amount charged.
 */
export interface PaidInvoice {
  readonly id: string;
  readonly reason: "start" | "renewal" | "change";
  readonly total: Cents;
  readonly tax: Cents;
  readonly amount_paid: Cents;
  readonly period: Period;
  /** The billed plan variant; null if the provider's product doesn't have one. */
  readonly plan_variant_id: number | null;
  /** The provider's id of the payment for refunds; null if nothing was charged. */
  readonly payment_id: string | null;
  readonly paid_at: Instant;
}

/**
 * The current state of a subscription at its provider. `ended_at` is null while it has not ended. `ended_unpaid` is
 * whether it ended because a payment failed.
 */
export interface ProviderSubscription {
  readonly subscription_id: string;
  readonly order_id: string | null;
  readonly status: "incomplete" | "active" | "past-due" | "ended";
  readonly ended_at: Instant | null;
  readonly ended_unpaid: boolean;
  readonly cancels_at_period_end: boolean;
  /** Whether a plan change is scheduled for the end of the period; null if the provider has no schedules. */
  readonly has_schedule: boolean | null;
  /** Whether the provider will renew the subscription automatically. */
  readonly auto_renews: boolean;
  /** The price of the next period in cents, without tax; null if the provider doesn't store it. */
  readonly next_invoice_amount: Cents | null;
  /** When the next period will be billed; null if the provider doesn't say. */
  readonly next_invoice_at: Instant | null;
  /** When the overdue renewal first failed; null if no renewal is overdue. */
  readonly failed_at: Instant | null;
  /** Whether the overdue renewal failed only because the cardholder has to confirm it with their bank. */
  readonly failed_unconfirmed: boolean;
  /** The subscription's paid invoices, oldest first. */
  readonly invoices: readonly PaidInvoice[];
}

/** Subscriptions that a provider bills. */
export interface SubscriptionBilling {
  /**
   * Whether the provider stores plans rather than only prices. If so, changes are made at the provider first, and then
   * in our records; otherwise, the other way around.
   */
  readonly plansKnown: boolean;
  /** Retrieves a subscription with all its paid invoices, or null if the provider doesn't know it. */
  readonly retrieve: (reference: string) => ProviderCall<ProviderSubscription | null>;
  /** Cancels a subscription at the end of its paid period. Stops collecting an overdue renewal. */
  readonly cancelAtPeriodEnd: (reference: string) => ProviderCall<void>;
  /** Schedules another plan for the end of the paid period. Replaces an earlier schedule. */
  readonly schedulePlan: (
    reference: string,
    plan: BilledPlan,
  ) => Effect.Effect<void, SubscriptionEnded | PaymentProviderUnavailable>;
  /**
   * Undoes a cancellation or a change that is scheduled for the end of the period. The subscription continues as
   * `plan`, with the rest of its discount.
   */
  readonly resume: (
    reference: string,
    plan: BilledPlan,
    discount: Discount | null,
  ) => Effect.Effect<void, SubscriptionEnded | PaymentProviderUnavailable>;
  /** Cancels a subscription now, and voids its open renewals. Safe to repeat, even after it has ended. */
  readonly cancelNow: (reference: string) => ProviderCall<void>;
}
