import { type RefundStatus, ReadRepositories } from "@backlot/ports";
import * as Effect from "effect/Effect";

/**
 * The state of a refund that support requested. A "due" refund waits for the provider, or for a dispute to end. An
 * "issued" refund is awaiting the provider's confirmation, and a "failed" refund was refused.
 */
type AskedRefundStatus = "refunded" | Exclude<RefundStatus, "applied">;

/**
 * Returns the state of a payment's refund with the given cause. A refund of zero is never enqueued and counts as
 * "refunded".
 */
export const refundStatusOf = Effect.fnUntraced(function* (paymentId: string, cause_reference: string) {
  const repos = yield* ReadRepositories;
  const refund = (yield* repos.refunds.ofPayments([paymentId])).find(
    (each) => each.cause_reference === cause_reference,
  );
  const status: AskedRefundStatus = refund === undefined || refund.status === "applied" ? "refunded" : refund.status;
  return status;
});
