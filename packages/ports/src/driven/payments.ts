import * as Data from "effect/Data";
import type * as Effect from "effect/Effect";
import type { Cents, Instant, Interval, Period, Promo } from "@backlot/domain";
import type { SavedCard } from "../driving/contract.ts";

/** The provider said no; the message is for the buyer. Only another card helps. */
export class CardDeclined extends Data.TaggedError("CardDeclined")<{
  readonly message: string;
  readonly decline_code: string | null;
}> {}

/** No answer, or one that makes no sense. What happened is unknown: send the same again, with the same key. */
export class PaymentProviderDown extends Data.TaggedError("PaymentProviderDown")<{ readonly cause: unknown }> {}

/** A webhook whose signature does not match its body. Never handled. */
export class ForgedWebhook extends Data.TaggedError("ForgedWebhook")<{ readonly message: string }> {}

/** A setup intent as the provider keeps it. */
export interface SetupIntent {
  readonly id: string;
  readonly client_secret: string;
  readonly status: string;
  readonly customer_id: string | null;
  readonly payment_method_id: string | null;
}

/** How a subscription's money stands at the provider, read from the provider. Amounts in cents. */
export type PlanPayment =
  | {
      readonly _tag: "Paid";
      readonly subscription_id: string;
      readonly invoice_id: string;
      readonly amount_paid: Cents;
      /** What a refund names; null where no card was charged. */
      readonly payment_id: string | null;
      readonly period_start: Instant;
      readonly period_end: Instant;
    }
  | { readonly _tag: "NeedsConfirmation"; readonly subscription_id: string; readonly client_secret: string }
  | {
      readonly _tag: "Declined";
      readonly subscription_id: string;
      readonly message: string;
      readonly decline_code: string | null;
    }
  | { readonly _tag: "Open"; readonly subscription_id: string }
  | { readonly _tag: "Ended"; readonly subscription_id: string };

/** A new plan at the provider. `order_id` is the idempotency key and is kept with the provider's object. */
export interface PlanOrder extends BilledPlan {
  readonly order_id: string;
  readonly customer_id: string;
  readonly payment_method_id: string;
  /** The promo code that lowers the plan, for as long as the provider's own coupon says. */
  readonly promo_code: string | null;
  /** Credits that are charged with the first period, once; cents. */
  readonly add_on: { readonly label: string; readonly amount: Cents } | null;
}

/** One paid invoice of a subscription. `total` is what the period cost, `amount_paid` what the card was charged, in cents. */
export interface PaidInvoice {
  readonly id: string;
  readonly reason: "start" | "renewal" | "change";
  readonly total: Cents;
  readonly amount_paid: Cents;
  readonly period: Period;
  /** The plan variant that was billed, where the provider's product names one. */
  readonly plan_variant_id: number | null;
  /** What a refund names; null where no card was charged. */
  readonly payment_id: string | null;
  readonly paid_at: Instant;
}

/** A subscription as the provider has it now. */
export interface ProviderPlan {
  readonly subscription_id: string;
  readonly order_id: string | null;
  readonly status: "incomplete" | "active" | "past-due" | "ended";
  readonly ended_at: Instant | null;
  readonly ended_unpaid: boolean;
  readonly cancels_at_period_end: boolean;
  /** Whether another plan waits for the end of the period; null where the provider keeps no such thing. */
  readonly has_schedule: boolean | null;
  /** Whether the provider will bill it again by itself. */
  readonly bills: boolean;
  /** What the next period costs there, in cents; null where that is not the provider's to say. */
  readonly next_amount: Cents | null;
  /** When the renewal that is open now was first refused. */
  readonly failed_at: Instant | null;
  /** Its paid invoices, oldest first. */
  readonly invoices: readonly PaidInvoice[];
}

/** A plan as the provider bills it. */
export interface BilledPlan {
  readonly plan_variant_id: number;
  readonly plan_name: string;
  readonly interval: Interval;
  readonly amount: Cents;
}

/** A change of plan that counts once it is paid. `unused` is what the running period gives back, in cents. */
export interface ChangeOrder extends BilledPlan {
  readonly order_id: string;
  readonly customer_id: string;
  readonly subscription_id: string;
  readonly payment_method_id: string;
  readonly unused: Cents;
}

/** How a single payment stands at the provider. */
export type SinglePayment =
  /** `refund_as` is what a refund names. */
  | {
      readonly _tag: "Paid";
      readonly payment_id: string;
      readonly refund_as: string;
      readonly amount_paid: Cents;
      readonly paid_at: Instant;
    }
  | { readonly _tag: "NeedsConfirmation"; readonly payment_id: string; readonly client_secret: string }
  | {
      readonly _tag: "Declined";
      readonly payment_id: string;
      readonly message: string;
      readonly decline_code: string | null;
    }
  | { readonly _tag: "Open"; readonly payment_id: string; readonly client_secret: string }
  /** Null where the provider never took it up. */
  | { readonly _tag: "Ended"; readonly payment_id: string | null };

/** A payment of its own, before it is confirmed. */
export interface PaymentOrder {
  readonly order_id: string;
  readonly customer_id: string;
  readonly amount: Cents;
  readonly payment_method_id: string | null;
  readonly description: string;
}

/** Who takes the money. */
export type Provider = "stripe" | "paypal";

/** What a webhook points at. It is a hint: the object is read again before anything is done. (CHK-07) */
export interface WebhookHint {
  readonly provider: Provider;
  readonly event_id: string;
  readonly type: string;
  readonly subscription_id: string | null;
  readonly order_id: string | null;
  /** The provider's own customer, where it keeps one. */
  readonly customer_id: string | null;
  readonly payment_id: string | null;
  /** What was given back, where the event is about that: the provider's own name for it. */
  readonly refund_id: string | null;
}

/** What of a payment has been given back so far, in cents. */
export interface Refunded {
  readonly payment_id: string;
  readonly refunded: Cents;
}

/** A plan that its provider has ended for good can't be kept any more. */
export class PlanOver extends Data.TaggedError("PlanOver")<{ readonly subscription_id: string }> {}

/** What every provider can be asked about the plans that it bills, and what it tells by itself. (CHK-07, CHG-08) */
export interface Biller {
  /** A subscription with everything that was paid for it. Null when the provider knows none. (CHK-07) */
  readonly plan: (subscriptionId: string) => Effect.Effect<ProviderPlan | null, PaymentProviderDown>;
  /** Ends a plan with its paid period. (CHG-08) */
  readonly cancelAtPeriodEnd: (subscriptionId: string) => Effect.Effect<void, PaymentProviderDown>;
  /** Bills another plan from the end of the paid period on, in place of what was planned before. (CHG-02) */
  readonly changeAtPeriodEnd: (
    subscriptionId: string,
    plan: BilledPlan,
  ) => Effect.Effect<void, PlanOver | PaymentProviderDown>;
  /** Takes back a cancellation, or a change, that waits for the end of the period: it goes on as `plan`. (CHG-08) */
  readonly keepPlan: (subscriptionId: string, plan: BilledPlan) => Effect.Effect<void, PlanOver | PaymentProviderDown>;
  /** Ends a plan now; ending what has ended is the same. */
  readonly endPlan: (subscriptionId: string) => Effect.Effect<void, PaymentProviderDown>;
  /** What has been given back of the payment that an event is about. Null where it is about no refund. (ORD-06) */
  readonly refundBehind: (hint: WebhookHint) => Effect.Effect<Refunded | null, PaymentProviderDown>;
  /** What happened since a moment, oldest first, for whoever may have missed a webhook. (CHK-07) */
  readonly eventsSince: (at: Instant) => Effect.Effect<readonly WebhookHint[], PaymentProviderDown>;
  /** Checks a webhook against its raw body and headers (names in lower case), and says what it points at. */
  readonly readWebhook: (
    rawBody: string,
    headers: Readonly<Record<string, string>>,
  ) => Effect.Effect<WebhookHint, ForgedWebhook | PaymentProviderDown>;
}

/** A card as the provider keeps it for a customer. */
export type CustomerCard = Omit<SavedCard, "pays_plan">;

/** The payment provider. (CHK-03, CHK-05, CHK-07) */
export interface Payments extends Biller {
  /** Made once per account: `account_id` is the idempotency key. */
  readonly createCustomer: (account: {
    readonly account_id: string;
    readonly email: string;
    readonly name: string;
  }) => Effect.Effect<string, PaymentProviderDown>;
  /** The customer's balance in cents; negative means credit. (DSC-06) */
  readonly customerBalance: (customerId: string) => Effect.Effect<Cents, PaymentProviderDown>;
  readonly createSetupIntent: (
    customerId: string,
    paymentMethodId: string | null,
  ) => Effect.Effect<SetupIntent, CardDeclined | PaymentProviderDown>;
  /** Null when there is none with that id. */
  readonly setupIntent: (id: string) => Effect.Effect<SetupIntent | null, PaymentProviderDown>;
  readonly cards: (customerId: string) => Effect.Effect<readonly CustomerCard[], PaymentProviderDown>;
  /** The card that a plan is charged to; null where it names none. */
  readonly planCard: (subscriptionId: string) => Effect.Effect<string | null, PaymentProviderDown>;
  /** Charges a plan to another card from now on. */
  readonly payPlanWith: (subscriptionId: string, paymentMethodId: string) => Effect.Effect<void, PaymentProviderDown>;
  /** Makes a saved card the one that is offered first. (CHK-05) */
  readonly makeDefaultCard: (customerId: string, paymentMethodId: string) => Effect.Effect<void, PaymentProviderDown>;
  readonly detachCard: (paymentMethodId: string) => Effect.Effect<void, PaymentProviderDown>;
  /** The promo code of that name; null where there is none, or none that is still good. (DSC-01, DSC-03) */
  readonly promo: (code: string) => Effect.Effect<Promo | null, PaymentProviderDown>;
  /** Looks for the plan of an order. Null when the provider has none; nothing is started by looking. */
  readonly findPlan: (
    order: Pick<PlanOrder, "order_id" | "customer_id">,
  ) => Effect.Effect<PlanPayment | null, PaymentProviderDown>;
  /** Opens the plan of an order, not yet paid unless nothing is due. Opening it again gives the first one. */
  readonly openPlan: (order: PlanOrder) => Effect.Effect<PlanPayment, CardDeclined | PaymentProviderDown>;
  /** Takes the money of an open plan. A plan can't be paid twice, so it may be asked again. */
  readonly payPlan: (subscriptionId: string) => Effect.Effect<PlanPayment | null, PaymentProviderDown>;
  /** Reads how a plan's payment stands now. Null when the provider knows none. */
  readonly planPayment: (subscriptionId: string) => Effect.Effect<PlanPayment | null, PaymentProviderDown>;
  /** Gives up a plan that never got paid; one that is paid stays, and giving up what is gone is the same. */
  readonly abandonPlan: (subscriptionId: string) => Effect.Effect<void, PaymentProviderDown>;
  /** Changes a plan now: a new period begins, what is unused is taken off, the card is charged. Asked again it is the first one. (CHG-02) */
  readonly changePlan: (order: ChangeOrder) => Effect.Effect<PlanPayment, CardDeclined | PaymentProviderDown>;
  /** After a change was paid: its card pays from now on, and a cancellation that waited is void. */
  readonly adoptChange: (subscriptionId: string, paymentMethodId: string) => Effect.Effect<void, PaymentProviderDown>;
  /** Looks for the invoice of a change. Null when the provider has none; nothing is started by looking. */
  readonly findChange: (
    order: Pick<ChangeOrder, "order_id" | "subscription_id">,
  ) => Effect.Effect<PlanPayment | null, PaymentProviderDown>;
  /** Gives up a change that is not paid; one that is stays, and giving up what is gone is the same. */
  readonly abandonChange: (
    order: Pick<ChangeOrder, "order_id" | "customer_id" | "subscription_id">,
  ) => Effect.Effect<void, PaymentProviderDown>;
  readonly changeAtPeriodEnd: (subscriptionId: string, plan: BilledPlan) => Effect.Effect<void, PaymentProviderDown>;
  /** Pays a renewal that was refused with a card, which pays from then on. Null when nothing is open. (CHK-07) */
  readonly payOverdue: (
    subscriptionId: string,
    paymentMethodId: string,
  ) => Effect.Effect<PlanPayment | null, CardDeclined | PaymentProviderDown>;
  /** A payment of its own, made once per order. (CHK-06) */
  readonly createPayment: (order: PaymentOrder) => Effect.Effect<SinglePayment, PaymentProviderDown>;
  /** Charges a payment's card; a payment can't be charged twice, so it may be asked again. */
  readonly confirmPayment: (
    paymentId: string,
    paymentMethodId: string | null,
  ) => Effect.Effect<SinglePayment, PaymentProviderDown>;
  readonly payment: (paymentId: string) => Effect.Effect<SinglePayment | null, PaymentProviderDown>;
  /** Gives up a payment that is not made; one that is stays. */
  readonly abandonPayment: (paymentId: string) => Effect.Effect<void, PaymentProviderDown>;
}
