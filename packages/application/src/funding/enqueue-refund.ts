import { Ids, type Refund, Repositories, currentTime } from "@backlot/ports";
import * as Effect from "effect/Effect";

/** Enqueues a refund of a payment and of the account credit that it used, in cents. Does nothing if both are zero. */
export const enqueueRefund = Effect.fnUntraced(function* (
  refund: Pick<Refund, "cause" | "cause_reference" | "payment_id" | "amount" | "account_credit">,
) {
  const repos = yield* Repositories;
  const ids = yield* Ids;
  if (refund.amount === 0 && refund.account_credit === 0) return;
  yield* repos.refunds.enqueue({
    ...refund,
    id: ids.next(),
    status: "due",
    provider_reference: null,
    created_at: yield* currentTime,
    applied_at: null,
  });
});
