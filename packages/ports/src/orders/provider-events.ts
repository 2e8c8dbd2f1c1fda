import type { Cents, DisputeStatus, Instant, Provider } from "@backlot/domain";
import type * as Effect from "effect/Effect";
import type { InvalidWebhookSignature, PaymentProviderUnavailable } from "../driven/payment-errors.ts";
import type { ProviderCall } from "../driven/payment-errors.ts";

/** A provider's event. It is only a hint: read the objects again before acting on it. (CHK-07) */
export interface ProviderEvent {
  readonly provider: Provider;
  readonly event_id: string;
  readonly type: string;
  /** Whether the store acts on such events. Other events are only marked as processed. */
  readonly is_relevant: boolean;
  /** Whether the event only reports a paid period. If that payment is already recorded, there is nothing to read. */
  readonly says_paid: boolean;
  readonly subscription_id: string | null;
  /** The invoice of a period, if the event is about one. */
  readonly invoice_id: string | null;
  readonly order_id: string | null;
  /** The provider's customer, if it has customers. */
  readonly customer_id: string | null;
  readonly payment_id: string | null;
  /** The provider's id of the refund, if the event is about one. */
  readonly refund_id: string | null;
  /** The provider's id of the dispute, if the event is about one. */
  readonly dispute_id: string | null;
}

/** The total refunded of a payment so far, in cents. */
export interface RefundTotals {
  readonly payment_id: string;
  readonly refunded: Cents;
}

/** The state of a dispute at its provider. Amounts in cents. */
export interface DisputeState {
  readonly dispute_id: string;
  /** The reference for refunds of the payment. */
  readonly payment_id: string;
  /** The disputed amount. Once the dispute is lost, the amount lost. */
  readonly amount: Cents;
  readonly status: DisputeStatus;
  readonly opened_at: Instant;
  /** When the dispute was won or lost, if the provider says so. */
  readonly closed_at: Instant | null;
  /** The order and the customer of the payment, if the provider knows them. */
  readonly order_id: string | null;
  readonly customer_id: string | null;
}

/** Events that a provider sends or lists. */
export interface ProviderEvents {
  /** Verifies a webhook by its raw body and headers (names in lower case), and returns its event. */
  readonly verifyWebhook: (
    rawBody: string,
    headers: Readonly<Record<string, string>>,
  ) => Effect.Effect<ProviderEvent, InvalidWebhookSignature | PaymentProviderUnavailable>;
  /** Lists the events since a time, oldest first, to make up for missed webhooks. */
  readonly listEvents: (since: Instant) => ProviderCall<readonly ProviderEvent[]>;
  /** Returns the total refunded of the payment that an event is about, or null if it is not about a refund. */
  readonly retrieveRefund: (event: ProviderEvent) => ProviderCall<RefundTotals | null>;
  /**
   * Returns the current state of the dispute that an event is about. Null if there is none, or if it is only an inquiry
   * that withdraws no money.
   */
  readonly retrieveDispute: (event: ProviderEvent) => ProviderCall<DisputeState | null>;
}
