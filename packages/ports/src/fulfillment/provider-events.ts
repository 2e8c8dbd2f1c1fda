import type { RefundOutcome } from "../refunds/refunds.ts";
import type { Cents, DisputeStatus, Instant, Provider } from "@backlot/domain";
import type * as Effect from "effect/Effect";
import type { InvalidWebhookSignature, PaymentProviderUnavailable, ProviderCall } from "../driven/payment-errors.ts";

/** A provider's event. It is only a hint: read the objects again before acting on it. (CHK-07) */
export interface ProviderEvent {
  readonly provider: Provider;
  readonly event_id: string;
  readonly type: string;
  readonly occurred_at: Instant;
  /** Whether the store acts on events of this type. Other events are only marked as processed. */
  readonly is_relevant: boolean;
  /**
   * Whether the event only reports that an invoice was paid. It needs no handling if that payment is already recorded.
   */
  readonly says_paid: boolean;
  readonly subscription_id: string | null;
  /** The provider's id of the invoice, if the event is about one. */
  readonly invoice_id: string | null;
  readonly order_id: string | null;
  /** The provider's id of the customer, if the provider has customers. */
  readonly customer_id: string | null;
  readonly payment_id: string | null;
  /** The provider's id of the refund, if the event is about one. */
  readonly refund_id: string | null;
  /** The provider's id of the dispute, if the event is about one. */
  readonly dispute_id: string | null;
}

/**
 * The total refunded on a payment so far, in cents, and the state of the requested refund, or null if none was
 * requested. `payment_id` is the provider's id. Refunds that are pending or failed don't count.
 */
export interface RefundTotals {
  readonly payment_id: string;
  readonly refunded: Cents;
  readonly outcome: RefundOutcome | null;
}

/** The state of a dispute at its provider. Amounts in cents. */
export interface DisputeState {
  readonly dispute_id: string;
  /** The provider's id of the disputed payment. */
  readonly payment_id: string;
  /** The disputed amount, or the amount lost once the dispute is lost. */
  readonly amount: Cents;
  readonly status: DisputeStatus;
  readonly opened_at: Instant;
  /** When the dispute was won or lost, if the provider reports it. */
  readonly closed_at: Instant | null;
  /** The id of the payment's order, if the provider knows it. */
  readonly order_id: string | null;
  readonly customer_id: string | null;
}

/** Events that a provider sends or lists. */
export interface ProviderEvents {
  /** Verifies a webhook by its raw body and headers (names in lowercase), and returns its event. */
  readonly verifyWebhook: (
    rawBody: string,
    headers: Readonly<Record<string, string>>,
  ) => Effect.Effect<ProviderEvent, InvalidWebhookSignature | PaymentProviderUnavailable>;
  /** Lists the events since a time, oldest first, to catch up on missed webhooks. */
  readonly listEvents: (since: Instant) => ProviderCall<readonly ProviderEvent[]>;
  /** Returns the total refunded on the payment that an event is about, or null if the event is not about a refund. */
  readonly retrieveRefund: (
    about: Pick<ProviderEvent, "refund_id" | "payment_id">,
  ) => ProviderCall<RefundTotals | null>;
  /**
   * Returns the current state of the dispute that an event is about. Null if the event is not about a dispute, or only
   * about an inquiry that withdraws no money.
   */
  readonly retrieveDispute: (event: ProviderEvent) => ProviderCall<DisputeState | null>;
}
