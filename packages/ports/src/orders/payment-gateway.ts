import type { Cents, Discount, Instant, Period, Ratio } from "@backlot/domain";
import type { ProviderCall } from "../driven/payment-errors.ts";
import type { BilledPlan } from "../plans/billed-plan.ts";

export type { Provider } from "@backlot/domain";

/** The provider's data on an unpaid charge, with its amount in cents. */
export interface OpenCharge {
  /** The provider's id of the charge; null until the provider has created it. */
  readonly reference: string | null;
  /** The amount in cents; null if the provider doesn't know it before it charges. */
  readonly amount: Cents | null;
  readonly client_secret: string | null;
  /** Another id that the provider's adapter needs to pay the charge, such as the id of a Stripe invoice. */
  readonly handle: string | null;
}

/** A received payment. Amounts in cents. `subscription` is null unless the payment is for a subscription period. */
export interface SettledPayment {
  /** The payment's id in our records: `invoice:<id>` for a subscription period, `payment:<id>` for anything else. */
  readonly key: string;
  readonly amount: Cents;
  /** The account credit at the provider that paid part of the price. */
  readonly credit_used: Cents;
  readonly paid_at: Instant;
  /** The provider's id of the payment for refunds; null if nothing was charged. */
  readonly refund_reference: string | null;
  readonly subscription: { readonly reference: string; readonly period: Period } | null;
}

/** The state of a charge at its provider, named after Stripe's payment intent statuses. */
export type ChargeState =
  | ({ readonly _tag: "RequiresConfirmation" | "RequiresCapture" | "Processing" } & OpenCharge)
  | ({ readonly _tag: "RequiresAction"; readonly redirect_url: string | null } & OpenCharge)
  | ({
      readonly _tag: "RequiresPaymentMethod";
      readonly message: string;
      readonly decline_code: string | null;
    } & OpenCharge)
  | { readonly _tag: "Succeeded"; readonly reference: string | null; readonly payment: SettledPayment }
  | {
      readonly _tag: "Canceled";
      readonly reference: string | null;
      readonly message: string | null;
      readonly decline_code: string | null;
    };

/**
 * A plan to bill: the amount due today in cents with tax, the next billing time, and the tax rate, which also applies
 * to renewals.
 */
export interface PlanSpec {
  readonly plan: BilledPlan;
  readonly due_today: Cents;
  readonly next_billing_at: Instant;
  readonly tax: Ratio;
}

/**
 * The purpose of a charge, and what the provider has to bill. Amounts in cents. `one_time` is an add-on charged
 * together with a new plan, or null.
 */
export type ChargeSpec =
  | { readonly _tag: "one-time"; readonly amount: Cents; readonly description: string }
  | ({
      readonly _tag: "subscription";
      readonly one_time: { readonly label: string; readonly amount: Cents } | null;
      readonly discount: Discount | null;
    } & PlanSpec)
  | ({
      readonly _tag: "plan-change";
      readonly subscription_reference: string;
      /** The proration credit for the rest of the current period, in cents without tax. */
      readonly unused: Cents;
      /** The plan of a downgrade that was scheduled before the change, or null. Restored if the change fails. */
      readonly scheduled: BilledPlan | null;
      /** The discount on the current plan's next cycles, or null. Restored if the change fails. */
      readonly discount: Discount | null;
    } & PlanSpec);

/** The URLs that the provider sends the buyer back to. */
export interface ReturnUrls {
  readonly return_url: string;
  readonly cancel_url: string;
}

/**
 * An order's charge, as requested from the provider. The order's id is stored with the provider's object, and is part
 * of the idempotency keys. `reference` is the provider's id of the charge, or null until it is created.
 */
export interface Charge<S extends ChargeSpec = ChargeSpec> {
  readonly order_id: string;
  readonly reference: string | null;
  readonly customer_id: string | null;
  readonly payment_method_id: string | null;
  /** Part of the idempotency keys, because a provider may replay its own error for a key that it has seen. */
  readonly attempt: number;
  readonly return_urls: ReturnUrls;
  readonly spec: S;
}

/** A charge of one kind, such as `ChargeOf<"one-time">`. */
export type ChargeOf<T extends ChargeSpec["_tag"]> = Charge<Extract<ChargeSpec, { readonly _tag: T }>>;

/**
 * Charges at a payment provider. `state` is the state that the current request has just read, which saves another read.
 * Every method is safe to repeat, from any process.
 */
export interface PaymentGateway {
  /** Retrieves a charge, or null if the provider doesn't have it. Changes nothing. */
  readonly find: (charge: Charge) => ProviderCall<ChargeState | null>;
  /** Creates the charge at the provider without taking money. Returns Canceled if the provider refuses it. */
  readonly create: (charge: Charge) => ProviderCall<ChargeState>;
  /** Captures the payment, using the call that the provider requires for this kind of charge. Returns the new state. */
  readonly capture: (charge: Charge, state: ChargeState) => ProviderCall<ChargeState>;
  /**
   * Cancels an unpaid charge and returns its state. Leaves it unchanged if a bank is processing it or the provider
   * can't cancel it.
   */
  readonly cancel: (charge: Charge, state: ChargeState) => ProviderCall<ChargeState>;
  /**
   * Updates the provider after the charge was paid or ended: the card that pays for a subscription, and, after a failed
   * change, the earlier schedule and discount.
   */
  readonly finalize: (charge: Charge, result: "paid" | "ended") => ProviderCall<void>;
}
