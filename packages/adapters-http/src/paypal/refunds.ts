import type { Cents } from "@backlot/domain";
import { type RefundOutcome, type RefundResult, type Refunds, PaymentProviderUnavailable } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { toCents, toMoney } from "./charge-state.ts";
import { type Client, decode, issuesOf } from "./client.ts";
import { Refund } from "./schemas.ts";

/** Returns a refund's state. A refund that PayPal canceled counts as failed. */
export const refundStatus = ({ status }: typeof Refund.Type): RefundOutcome["status"] => {
  if (status === "FAILED" || status === "CANCELLED") return "failed";
  return status === "PENDING" ? "pending" : "succeeded";
};

const resultOf = (refund: typeof Refund.Type): RefundResult => {
  const { id: provider_reference } = refund;
  switch (refundStatus(refund)) {
    case "pending":
      return { _tag: "Issued", provider_reference };
    case "failed":
      return { _tag: "Refused", reason: `the refund is ${refund.status}`, provider_reference };
    case "succeeded":
      return { _tag: "Refunded", provider_reference, refunded: totalRefunded(refund) };
  }
};

/** Returns the total refunded so far from the payment behind a refund, in cents. */
export const totalRefunded = (refund: typeof Refund.Type): Cents =>
  toCents(refund.seller_payable_breakdown?.total_refunded_amount ?? refund.amount);

/**
 * Creates the refunds port. PayPal remembers a request id for 45 days, so a repeated request returns the first refund.
 */
export const makeRefunds = ({ send }: Client): Refunds => ({
  refund: ({ id, payment_reference, amount }) =>
    Effect.gen(function* () {
      const answer = yield* send({
        method: "POST",
        path: `/v2/payments/captures/${encodeURIComponent(payment_reference)}/refund`,
        id: `${id}:${amount}:refund`,
        body: { amount: toMoney(amount), invoice_id: id },
      });
      if (answer.status === 200 || answer.status === 201) return resultOf(yield* decode(Refund, answer.body));
      if (answer.status === 400 || answer.status === 404 || answer.status === 422) {
        return { _tag: "Refused", reason: issuesOf(answer).join(", "), provider_reference: null };
      }
      return yield* new PaymentProviderUnavailable({ cause: answer });
    }),
});
