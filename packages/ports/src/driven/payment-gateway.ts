import type { Cents, Instant, Interval, Period, Ratio } from "@backlot/domain";
import type * as Effect from "effect/Effect";
import type { PaymentProviderUnavailable } from "./payment-errors.ts";

export type { Provider } from "@backlot/domain";

/** What a charge is called at its provider while nobody has paid it, and what it amounts to, in cents. */
export interface OpenCharge {
  /** Null before the provider has made an object for it. */
  readonly reference: string | null;
  /** Null where the provider can't say before it charges. */
  readonly amount: Cents | null;
  readonly client_secret: string | null;
  /** The adapter's own name for what is to be paid, such as Stripe's invoice. */
  readonly handle: string | null;
}

/** A payment that came in. Amounts in cents. */
export interface SettledPayment {
  /** Its name in our records: `invoice:<id>` for a period of a subscription, `payment:<id>` for anything else. */
  readonly key: string;
  readonly amount: Cents;
  /** Account credit at the provider that paid a part. */
  readonly credit_used: Cents;
  readonly paid_at: Instant;
  /** What a refund names; null where nothing was charged. */
  readonly refund_reference: string | null;
  readonly subscription: { readonly reference: string; readonly period: Period } | null;
}

/** How a charge stands at its provider, in the words of Stripe's payment intents. */
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

/** A plan as the provider bills it. `amount` is what a period costs, in cents without tax. */
export interface BilledPlan {
  readonly plan_variant_id: number;
  readonly plan_name: string;
  readonly interval: Interval;
  readonly amount: Cents;
}

/**
 * What lowers the first cycles of a plan, this one included. `code` is the promo code, null for none;
 * `reference` what the provider calls it.
 */
export interface BilledDiscount {
  readonly code: string | null;
  readonly reference: string | null;
  readonly percent_off: number;
  readonly cycles: number;
}

/**
 * A plan, what is due today for it with tax, when it is billed next, and the rate of the tax, which its renewals have
 * too. (ORD-04)
 */
export interface PlanSpec {
  readonly plan: BilledPlan;
  readonly due_today: Cents;
  readonly next_billing_at: Instant;
  readonly tax: Ratio;
}

/** What is charged. */
export type ChargeSpec =
  | { readonly _tag: "one-time"; readonly amount: Cents; readonly description: string }
  | ({
      readonly _tag: "subscription";
      readonly one_time: { readonly label: string; readonly amount: Cents } | null;
      readonly discount: BilledDiscount | null;
    } & PlanSpec)
  | ({
      readonly _tag: "plan-change";
      readonly subscription_reference: string;
      /** What the running period gives back, in cents without tax. */
      readonly unused: Cents;
      /** The downgrade that waited before the change; restored where the change fails. */
      readonly scheduled: BilledPlan | null;
      /** What lowers the running plan's next cycles; restored where the change fails. */
      readonly discount: BilledDiscount | null;
    } & PlanSpec);

/** Where the provider sends the buyer afterwards. */
export interface ReturnUrls {
  readonly return_url: string;
  readonly cancel_url: string;
}

/** A charge of an order. The order's id is in every key, and is kept with the provider's object. */
export interface Charge<S extends ChargeSpec = ChargeSpec> {
  readonly order_id: string;
  readonly reference: string | null;
  readonly customer_id: string | null;
  readonly payment_method_id: string | null;
  /** For the keys of what is created, where a provider replays its own errors under a key that it knows. */
  readonly attempt: number;
  readonly return_urls: ReturnUrls;
  readonly spec: S;
}

/** A charge of one kind. */
export type ChargeOf<T extends ChargeSpec["_tag"]> = Charge<Extract<ChargeSpec, { readonly _tag: T }>>;

/** An answer of a provider. */
export type Asked<A> = Effect.Effect<A, PaymentProviderUnavailable>;

/**
 * How money is taken. `seen` is what this request has just read, so nothing is read twice. Every method may be called
 * again, by any process. (CHK-03, CHK-04, CHK-06)
 */
export interface PaymentGateway {
  /** Looks for a charge. Null where the provider has none; nothing is started by looking. */
  readonly find: (charge: Charge) => Asked<ChargeState | null>;
  /** Makes the charge's object and takes no money. A refusal is Canceled. */
  readonly create: (charge: Charge) => Asked<ChargeState>;
  /** Takes the money: pays, confirms, updates or activates. */
  readonly capture: (charge: Charge, seen: ChargeState) => Asked<ChargeState>;
  /**
   * Cancels what is not paid, and answers how it stands then. What a bank works on is left as it is, and so is what a
   * provider lets nobody cancel.
   */
  readonly cancel: (charge: Charge, seen: ChargeState) => Asked<ChargeState>;
  /** Leaves the provider as the result wants it: the paying card, and a downgrade that waited. */
  readonly finalize: (charge: Charge, result: "paid" | "ended") => Asked<void>;
}
