import { type Cents, cents, sum } from "@backlot/domain";
import type { ProviderCall, RefundTotals, Refunds } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type Stripe from "stripe";
import { isInvalidRequest, requestOrUnavailable } from "./client.ts";

/** Returns every refund of a payment. */
const refundsOf = (stripe: Stripe, payment: string): ProviderCall<readonly Stripe.Refund[]> =>
  requestOrUnavailable(() =>
    stripe.refunds.list({ payment_intent: payment, limit: 100 }).autoPagingToArray({ limit: 10_000 }),
  );

const succeeded = (refunds: readonly Stripe.Refund[]): Cents =>
  sum(refunds.filter((each) => each.status === "succeeded").map((each) => cents(each.amount)));

/** Returns how much of a payment has been refunded, in cents. */
export const refundTotals = (stripe: Stripe, payment_id: string): ProviderCall<RefundTotals> =>
  Effect.map(refundsOf(stripe, payment_id), (refunds) => ({ payment_id, refunded: succeeded(refunds) }));

/** Creates the refund methods. Stripe forgets an idempotency key after a day, so look for an existing refund first. */
export const makeRefunds = (stripe: Stripe): Refunds => ({
  refund: ({ id, payment_reference, amount }) =>
    Effect.gen(function* () {
      const before = yield* refundsOf(stripe, payment_reference);
      const known = before.find((each) => each.metadata?.["refund_id"] === id);
      const refunded = succeeded(before);
      if (known !== undefined) return { _tag: "Refunded" as const, provider_reference: known.id, refunded };
      return yield* requestOrUnavailable(() =>
        stripe.refunds.create(
          { payment_intent: payment_reference, amount, metadata: { refund_id: id } },
          { idempotencyKey: `${id}:${amount}:refund` },
        ),
      ).pipe(
        Effect.map((refund) => ({
          _tag: "Refunded" as const,
          provider_reference: refund.id,
          refunded: cents(refunded + refund.amount),
        })),
        Effect.catchTag("PaymentProviderUnavailable", (error) =>
          isInvalidRequest(error)
            ? Effect.succeed({ _tag: "Refused" as const, reason: error.cause.message })
            : Effect.fail(error),
        ),
      );
    }),
});
