import * as Data from "effect/Data";
import type * as Effect from "effect/Effect";
import type { Cents, Instant, Interval } from "@backlot/domain";
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
      readonly period_start: Instant;
      readonly period_end: Instant;
    }
  | { readonly _tag: "NeedsConfirmation"; readonly subscription_id: string; readonly client_secret: string }
  | { readonly _tag: "Declined"; readonly subscription_id: string; readonly message: string; readonly decline_code: string | null }
  | { readonly _tag: "Open"; readonly subscription_id: string }
  | { readonly _tag: "Ended"; readonly subscription_id: string };

/** A new plan at the provider. `order_id` is the idempotency key and is kept with the provider's object. */
export interface PlanOrder {
  readonly order_id: string;
  readonly customer_id: string;
  readonly payment_method_id: string;
  readonly amount: Cents;
  readonly interval: Interval;
  readonly plan_variant_id: number;
  readonly plan_name: string;
}

/** What a webhook points at. It is a hint: the object is read again before anything is done. (CHK-07) */
export interface WebhookHint {
  readonly event_id: string;
  readonly type: string;
  readonly subscription_id: string | null;
  readonly order_id: string | null;
}

/** The payment provider. (CHK-03, CHK-05, CHK-07) */
export interface Payments {
  /** Made once per account: `account_id` is the idempotency key. */
  readonly createCustomer: (account: {
    readonly account_id: string;
    readonly email: string;
    readonly name: string;
  }) => Effect.Effect<string, PaymentProviderDown>;
  /** The customer's balance in cents; negative means credit. (DSC-06) */
  readonly customerBalance: (customerId: string) => Effect.Effect<Cents, PaymentProviderDown>;
  readonly createSetupIntent: (customerId: string, paymentMethodId: string | null) => Effect.Effect<SetupIntent, CardDeclined | PaymentProviderDown>;
  /** Null when there is none with that id. */
  readonly setupIntent: (id: string) => Effect.Effect<SetupIntent | null, PaymentProviderDown>;
  readonly cards: (customerId: string) => Effect.Effect<readonly SavedCard[], PaymentProviderDown>;
  readonly detachCard: (paymentMethodId: string) => Effect.Effect<void, PaymentProviderDown>;
  /** Looks for the plan of an order. Null when the provider has none; nothing is started by looking. */
  readonly findPlan: (order: Pick<PlanOrder, "order_id" | "customer_id">) => Effect.Effect<PlanPayment | null, PaymentProviderDown>;
  /** Opens the plan of an order, not yet paid unless nothing is due. Opening it again gives the first one. */
  readonly openPlan: (order: PlanOrder) => Effect.Effect<PlanPayment, CardDeclined | PaymentProviderDown>;
  /** Takes the money of an open plan. A plan can't be paid twice, so it may be asked again. */
  readonly payPlan: (subscriptionId: string) => Effect.Effect<PlanPayment | null, PaymentProviderDown>;
  /** Reads how a plan's payment stands now. Null when the provider knows none. */
  readonly planPayment: (subscriptionId: string) => Effect.Effect<PlanPayment | null, PaymentProviderDown>;
  /** Gives up a plan that never got paid; one that is paid stays, and giving up what is gone is the same. */
  readonly abandonPlan: (subscriptionId: string) => Effect.Effect<void, PaymentProviderDown>;
  /** Checks a webhook against the raw body and says what it points at. */
  readonly readWebhook: (rawBody: string, signature: string) => Effect.Effect<WebhookHint, ForgedWebhook>;
}
