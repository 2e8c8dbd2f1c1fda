import { type RefundStatus, ReadRepositories } from "@backlot/ports";
import * as Effect from "effect/Effect";

/**
 * The state of a refund that support requested. A "due" refund waits for the provider, or for a dispute to end. The
 * provider has not confirmed an "issued" one yet, and refused a "failed" one.
 */
type AskedRefundStatus = "refunded" | Exclude<RefundStatus, "applied">;

/** Returns the state of a payment's refund by what caused it. A refund of nothing was never enqueued: "refunded". */
export const refundStatusOf = Effect.fnUntraced(function* (paymentId: string, cause_reference: string) {
  const repos = yield* ReadRepositories;
  const refund = (yield* repos.refunds.ofPayments([paymentId])).find(
    (each) => each.cause_reference === cause_reference,
  );
  const status: AskedRefundStatus = refund === undefined || refund.status === "applied" ? "refunded" : refund.status;
  return status;
});
