import type { Cents, DisputeStatus, Instant, Provider } from "@backlot/domain";
import type * as Effect from "effect/Effect";
import type { InvalidWebhookSignature, PaymentProviderUnavailable } from "./payment-errors.ts";
import type { Asked } from "./payment-gateway.ts";

/** What an event points at. It is a hint: the object is read again before anything is done. (CHK-07) */
export interface ProviderEvent {
  readonly provider: Provider;
  readonly event_id: string;
  readonly type: string;
  /** Whether it tells of anything that the store acts on. Any other event is only marked as processed. */
  readonly is_relevant: boolean;
  /** Whether it says that a period was paid and nothing else: there is nothing to read where that payment is known. */
  readonly says_paid: boolean;
  readonly subscription_id: string | null;
  /** The invoice of a period, where the event is about one. */
  readonly invoice_id: string | null;
  readonly order_id: string | null;
  /** The provider's own customer, where it keeps one. */
  readonly customer_id: string | null;
  readonly payment_id: string | null;
  /** What was refunded, where the event is about that: the provider's own name for it. */
  readonly refund_id: string | null;
  /** The dispute that the event is about: the provider's own name for it. */
  readonly dispute_id: string | null;
}

/** How much of a payment has been refunded so far, in cents. */
export interface RefundTotals {
  readonly payment_id: string;
  readonly refunded: Cents;
}

/** How a dispute stands at its provider. Amounts in cents. (ORD-06) */
export interface DisputeState {
  readonly dispute_id: string;
  /** What a refund of the payment names. */
  readonly payment_id: string;
  /** What is disputed; once it is lost, what was lost. */
  readonly amount: Cents;
  readonly status: DisputeStatus;
  readonly opened_at: Instant;
  /** When it was won or lost, where the provider says. */
  readonly closed_at: Instant | null;
  /** The order and the customer of the payment, where the provider knows them. */
  readonly order_id: string | null;
  readonly customer_id: string | null;
}

/** What a provider tells by itself. (CHK-07) */
export interface ProviderEvents {
  /** Checks a webhook against its raw body and headers (names in lower case), and says what it points at. */
  readonly verifyWebhook: (
    rawBody: string,
    headers: Readonly<Record<string, string>>,
  ) => Effect.Effect<ProviderEvent, InvalidWebhookSignature | PaymentProviderUnavailable>;
  /** What happened since a moment, oldest first, for whoever may have missed a webhook. (CHK-07) */
  readonly listEvents: (since: Instant) => Asked<readonly ProviderEvent[]>;
  /** How much of the payment that an event is about has been refunded. Null where it is about no refund. (ORD-06) */
  readonly retrieveRefund: (event: ProviderEvent) => Asked<RefundTotals | null>;
  /**
   * How the dispute that an event is about stands now. Null where the event is about none, or where a bank only asks
   * and no money is withdrawn. (ORD-06)
   */
  readonly retrieveDispute: (event: ProviderEvent) => Asked<DisputeState | null>;
}
