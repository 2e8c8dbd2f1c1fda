import type { Cents, Instant, Period } from "@backlot/domain";
import type * as Effect from "effect/Effect";
import type { PaymentProviderUnavailable, SubscriptionEnded } from "./payment-errors.ts";
import type { Asked, BilledDiscount, BilledPlan } from "./payment-gateway.ts";

/**
 * One paid invoice of a subscription. `total` is what the period cost, `tax` what of it is tax, `amount_paid` what was
 * charged, in cents.
 */
export interface PaidInvoice {
  readonly id: string;
  readonly reason: "start" | "renewal" | "change";
  readonly total: Cents;
  readonly tax: Cents;
  readonly amount_paid: Cents;
  readonly period: Period;
  /** The plan variant that was billed, where the provider's product names one. */
  readonly plan_variant_id: number | null;
  /** What a refund names; null where nothing was charged. */
  readonly payment_id: string | null;
  readonly paid_at: Instant;
}

/** A subscription as the provider has it now. */
export interface ProviderSubscription {
  readonly subscription_id: string;
  readonly order_id: string | null;
  readonly status: "incomplete" | "active" | "past-due" | "ended";
  readonly ended_at: Instant | null;
  readonly ended_unpaid: boolean;
  readonly cancels_at_period_end: boolean;
  /** Whether another plan waits for the end of the period; null where the provider keeps no such thing. */
  readonly has_schedule: boolean | null;
  /** Whether the provider will bill it again by itself. */
  readonly auto_renews: boolean;
  /** What the next period costs there, in cents without tax; null where that is not the provider's to say. */
  readonly next_invoice_amount: Cents | null;
  /** When the renewal that is open now was first refused. */
  readonly failed_at: Instant | null;
  /** Its paid invoices, oldest first. */
  readonly invoices: readonly PaidInvoice[];
}

/** What a provider can be asked about the subscriptions that it bills. (CHK-07, CHG-08) */
export interface SubscriptionBilling {
  /** Whether it knows plans, and changes first. Where it knows only prices, our record comes first. */
  readonly plansKnown: boolean;
  /** A subscription with everything that was paid for it. Null when the provider knows none. (CHK-07) */
  readonly retrieve: (reference: string) => Asked<ProviderSubscription | null>;
  /** Ends a subscription with its paid period. A renewal that is overdue is not collected any more. (CHG-08) */
  readonly cancelAtPeriodEnd: (reference: string) => Asked<void>;
  /** Bills another plan from the end of the paid period on, in place of what was scheduled before. (CHG-02) */
  readonly schedulePlan: (
    reference: string,
    plan: BilledPlan,
  ) => Effect.Effect<void, SubscriptionEnded | PaymentProviderUnavailable>;
  /**
   * Undoes a cancellation, or a change, that waits for the end of the period: it goes on as `plan`, less what is
   * left of its discount. (CHG-08, DSC-03)
   */
  readonly resume: (
    reference: string,
    plan: BilledPlan,
    discount: BilledDiscount | null,
  ) => Effect.Effect<void, SubscriptionEnded | PaymentProviderUnavailable>;
  /** Ends a subscription now; ending what has ended is the same. */
  readonly cancelNow: (reference: string) => Asked<void>;
}
