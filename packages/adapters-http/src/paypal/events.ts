import { ZERO, instantOf } from "@backlot/domain";
import { InvalidWebhookSignature, type ProviderEvent, type ProviderEvents } from "@backlot/ports";
import * as Effect from "effect/Effect";
import * as Result from "effect/Result";
import { linkOf } from "./charge-state.ts";
import { type Client, decode } from "./client.ts";
import { disputeState } from "./disputes.ts";
import { refundStatus, totalRefunded } from "./refunds.ts";
import { Event, Events, Refund, Verification } from "./schemas.ts";

const RELEVANT = ["CHECKOUT.ORDER.", "PAYMENT.", "BILLING.SUBSCRIPTION.", "CUSTOMER.DISPUTE."];

/** Converts an event to references to our objects. */
const toProviderEvent = (event: Event): ProviderEvent => {
  const { event_type: type, resource } = event;
  const about = (start: string): string | null => (type.startsWith(start) ? (resource.id ?? null) : null);
  const disputed = resource.disputed_transactions?.find((each) => each.custom != null);
  return {
    provider: "paypal",
    event_id: event.id,
    type,
    occurred_at: instantOf(event.create_time),
    is_relevant: RELEVANT.some((beginning) => type.startsWith(beginning)),
    // A sale can also clear a failed payment, so always read the subscription.
    says_paid: false,
    subscription_id: about("BILLING.SUBSCRIPTION.") ?? resource.billing_agreement_id ?? null,
    invoice_id: about("PAYMENT.SALE.COMPLETED"),
    // Sales and their refunds use API v1, which calls our reference `custom`.
    order_id: resource.custom_id ?? resource.custom ?? disputed?.custom ?? null,
    customer_id: null,
    payment_id: about("CHECKOUT.ORDER.") ?? resource.supplementary_data?.related_ids?.order_id ?? null,
    refund_id: /\.(REFUNDED|REVERSED)$/.test(type) ? (resource.id ?? null) : null,
    dispute_id: resource.dispute_id ?? null,
  };
};

const SIGNED_HEADERS = ["auth-algo", "cert-url", "transmission-id", "transmission-sig", "transmission-time"] as const;

export const makeEvents = ({ send, read, readPages }: Client, webhookId: string): ProviderEvents => ({
  verifyWebhook: (rawBody, headers) =>
    Effect.gen(function* () {
      const invalid = (why: string) => new InvalidWebhookSignature({ message: why });
      const parsed = Result.try((): unknown => JSON.parse(rawBody));
      if (Result.isFailure(parsed)) return yield* invalid("the body isn't JSON");
      const claims = SIGNED_HEADERS.map((name) => [name.replace("-", "_"), headers[`paypal-${name}`]]);
      if (claims.some(([, value]) => value === undefined)) return yield* invalid("it has no signature");
      // Send the event back byte for byte, because re-encoding it would break its signature.
      const claim = JSON.stringify({ ...Object.fromEntries(claims), webhook_id: webhookId });
      const answer = yield* send({
        method: "POST",
        path: "/v1/notifications/verify-webhook-signature",
        body: `${claim.slice(0, -1)},"webhook_event":${rawBody}}`,
      });
      if (answer.status !== 200) return yield* invalid(`the provider doesn't recognize it (${answer.status})`);
      const { verification_status } = yield* decode(Verification, answer.body);
      if (verification_status !== "SUCCESS") return yield* invalid("its signature doesn't match");
      const event = decode(Event, parsed.success);
      return toProviderEvent(yield* Effect.mapError(event, () => invalid("the body isn't an event")));
    }),
  listEvents: (since) =>
    Effect.gen(function* () {
      const query = new URLSearchParams({ start_time: since, page_size: "300" });
      const pages = yield* readPages(Events, `/v1/notifications/webhooks-events?${query}`);
      const providerEvents = pages.flatMap(({ events }) => events ?? []).map(toProviderEvent);
      return providerEvents.reverse();
    }),
  retrieveRefund: ({ refund_id }) =>
    Effect.gen(function* () {
      if (refund_id === null) return null;
      const refund = yield* read(Refund, `/v2/payments/refunds/${encodeURIComponent(refund_id)}`);
      const payment_id = linkOf(refund?.links, "up")?.split("/").at(-1);
      if (refund === null || payment_id === undefined) return null;
      const status = refundStatus(refund);
      // Only the total in a completed refund is final.
      const refunded = status === "succeeded" ? totalRefunded(refund) : ZERO;
      return { payment_id, refunded, outcome: { provider_reference: refund.id, status } };
    }),
  retrieveDispute: ({ dispute_id }) => (dispute_id === null ? Effect.succeed(null) : disputeState(read, dispute_id)),
});
