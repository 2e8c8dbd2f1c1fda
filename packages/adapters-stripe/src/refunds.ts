import { type Cents, cents, sum } from "@backlot/domain";
import type { ProviderCall, RefundOutcome, RefundResult, RefundTotals, Refunds } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type Stripe from "stripe";
import { isInvalidRequest, requestOrUnavailable } from "./client.ts";

/** Returns every refund of a payment. */
const refundsOf = (stripe: Stripe, payment: string): ProviderCall<readonly Stripe.Refund[]> =>
  requestOrUnavailable(() =>
    stripe.refunds.list({ payment_intent: payment, limit: 100 }).autoPagingToArray({ limit: 10_000 }),
  );

/** Returns a refund's state. A refund that awaits the customer's action at their bank is also pending. */
const statusOf = ({ status }: Stripe.Refund): RefundOutcome["status"] => {
  if (status === "failed" || status === "canceled") return "failed";
  return status === "succeeded" ? "succeeded" : "pending";
};

const succeeded = (refunds: readonly Stripe.Refund[]): Cents =>
  sum(refunds.filter((each) => statusOf(each) === "succeeded").map((each) => cents(each.amount)));

/**
 * Returns how much of a payment has been refunded, in cents, and the state of the refund with this ID, if it is one of
 * the payment's.
 */
export const refundTotals = (stripe: Stripe, payment_id: string, refund_id: string): ProviderCall<RefundTotals> =>
  Effect.map(refundsOf(stripe, payment_id), (refunds) => {
    const refund = refunds.find(({ id }) => id === refund_id);
    const outcome = refund === undefined ? null : { provider_reference: refund.id, status: statusOf(refund) };
    return { payment_id, refunded: succeeded(refunds), outcome };
  });

/** Returns the result of a refund, given all refunds of its payment. */
const resultOf = (refund: Stripe.Refund, all: readonly Stripe.Refund[]): RefundResult => {
  const { id: provider_reference, failure_reason } = refund;
  switch (statusOf(refund)) {
    case "pending":
      return { _tag: "Issued", provider_reference };
    case "failed":
      return { _tag: "Refused", reason: failure_reason ?? "the refund failed", provider_reference };
    case "succeeded":
      return { _tag: "Refunded", provider_reference, refunded: succeeded(all) };
  }
};

/** Creates the refund methods. Stripe forgets an idempotency key after a day, so look for an existing refund first. */
export const makeRefunds = (stripe: Stripe): Refunds => ({
  refund: ({ id, payment_reference, amount }) =>
    Effect.gen(function* () {
      const before = yield* refundsOf(stripe, payment_reference);
      const existingRefund = before.find((each) => each.metadata?.["refund_id"] === id);
      if (existingRefund !== undefined) return resultOf(existingRefund, before);
      return yield* requestOrUnavailable(() =>
        stripe.refunds.create(
          { payment_intent: payment_reference, amount, metadata: { refund_id: id } },
          { idempotencyKey: `${id}:${amount}:refund` },
        ),
      ).pipe(
        Effect.map((refund) => resultOf(refund, [...before, refund])),
        Effect.catchTag("PaymentProviderUnavailable", (error) =>
          isInvalidRequest(error)
            ? Effect.succeed({ _tag: "Refused" as const, reason: error.cause.message, provider_reference: null })
            : Effect.fail(error),
        ),
      );
    }),
});
