import { epochMs, instant } from "@backlot/domain";
import { InvalidWebhookSignature, type ProviderEvent, type ProviderEvents } from "@backlot/ports";
import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import type Stripe from "stripe";
import { idOf, requestOrUnavailable } from "./client.ts";
import { disputeState } from "./disputes.ts";
import { refundTotals } from "./refunds.ts";

const RELEVANT = [
  "invoice.paid",
  "invoice.payment_failed",
  "invoice.payment_action_required",
  "invoice.voided",
  "customer.subscription.",
  "payment_intent.",
  "charge.refund",
  "refund.",
  "charge.dispute",
  "subscription_schedule.",
];

/** Maps an event to the objects that it refers to. */
const toProviderEvent = (event: Stripe.Event): ProviderEvent => {
  const object = event.data.object as {
    readonly object?: string;
    readonly id?: string;
    readonly metadata?: Record<string, string> | null;
    readonly parent?: Stripe.Invoice["parent"];
    readonly subscription?: string | { readonly id: string } | null;
    readonly released_subscription?: string | null;
    readonly customer?: string | { readonly id: string } | null;
    readonly payment_intent?: string | { readonly id: string } | null;
  };
  const details = object.object === "invoice" ? object.parent?.subscription_details : null;
  const objectIdOf = (kind: string): string | null => (object.object === kind ? (object.id ?? null) : null);
  return {
    provider: "stripe",
    event_id: event.id,
    type: event.type,
    occurred_at: instant(event.created * 1_000),
    is_relevant: RELEVANT.some((beginning) => event.type.startsWith(beginning)),
    says_paid: event.type === "invoice.paid",
    subscription_id:
      objectIdOf("subscription") ??
      idOf(details?.subscription ?? object.subscription ?? null) ??
      object.released_subscription ??
      null,
    invoice_id: objectIdOf("invoice"),
    order_id: details?.metadata?.["order_id"] ?? object.metadata?.["order_id"] ?? null,
    payment_id: objectIdOf("payment_intent") ?? idOf(object.payment_intent ?? null),
    customer_id: idOf(object.customer ?? null),
    refund_id: /^(charge\.)?refund/.test(event.type) ? (object.id ?? null) : null,
    dispute_id: objectIdOf("dispute"),
  };
};

/**
 * Returns whether a signed body has the fields that the store reads from an event. Stripe's library checks only the
 * signature.
 */
const isEvent = Schema.is(
  Schema.Struct({
    id: Schema.String,
    type: Schema.String,
    created: Schema.Int,
    data: Schema.Struct({ object: Schema.Record(Schema.String, Schema.Unknown) }),
  }),
);

/** The time limit for listing up to a hundred pages, in milliseconds. No customer waits for it. */
const LISTING_MS = 300_000;

/**
 * Creates the provider events: verifies webhooks, lists past events, and reads the refunds and disputes behind them.
 */
export const makeEvents = (stripe: Stripe, webhookSecret: string): ProviderEvents => ({
  verifyWebhook: (rawBody, headers) =>
    Effect.tryPromise({
      try: () => stripe.webhooks.constructEventAsync(rawBody, headers["stripe-signature"] ?? "", webhookSecret),
      catch: (error) =>
        new InvalidWebhookSignature({ message: error instanceof Error ? error.message : String(error) }),
    }).pipe(
      Effect.flatMap((event) =>
        isEvent(event)
          ? Effect.succeed(toProviderEvent(event))
          : Effect.fail(new InvalidWebhookSignature({ message: "the body isn't an event" })),
      ),
    ),
  listEvents: (since) =>
    requestOrUnavailable(
      () =>
        stripe.events
          .list({ created: { gte: Math.floor(epochMs(since) / 1_000) }, limit: 100 })
          .autoPagingToArray({ limit: 10_000 }),
      LISTING_MS,
    ).pipe(Effect.map((events) => events.reverse().map(toProviderEvent))),
  retrieveRefund: ({ refund_id, payment_id }) =>
    refund_id === null || payment_id === null ? Effect.succeed(null) : refundTotals(stripe, payment_id, refund_id),
  retrieveDispute: ({ dispute_id }) => (dispute_id === null ? Effect.succeed(null) : disputeState(stripe, dispute_id)),
});
