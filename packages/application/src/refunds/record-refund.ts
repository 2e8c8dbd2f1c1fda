import { type Cents, applyRefund, netReversed, refundedTotal } from "@backlot/domain";
import { type Payment, ReadRepositories, Repositories, currentTime } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { enqueueMail } from "../enqueue-mail.ts";
import { recordItemRefund } from "./record-item-refund.ts";
import { revokeWithoutBasis } from "./revoke-items.ts";
import { saveRefundEffects } from "./save-refund-effects.ts";
import { readFundingState } from "../funding/read-funding-state.ts";
import { Settings } from "../settings.ts";

/**
 * Returns whether a payment's reported refund total, or a lost dispute, requires revoking anything that isn't revoked
 * yet.
 */
export const hasNewReversal = Effect.fnUntraced(function* (payment: Payment, reported: Cents) {
  const repos = yield* ReadRepositories;
  const entries = yield* repos.funding.entries(payment.user_id);
  return netReversed(entries, { ...payment, refunded: refundedTotal(payment, reported) }).isNew;
});

/**
 * Records the total refunded on a payment, in cents, and revokes what that money funded. A total that is already
 * recorded changes nothing. Call it under the account's lock.
 */
export const recordRefund = Effect.fn("refunds.record")(function* (payment: Payment, reported: Cents) {
  const repos = yield* Repositories;
  const settings = yield* Settings;
  const refunded = refundedTotal(payment, reported);
  if (refunded > payment.refunded) {
    yield* repos.payments.setRefunded(payment.id, refunded, yield* currentTime);
    yield* enqueueMail("refund", `${refunded - payment.refunded} ${refunded} ${payment.id}`);
    // The provider may have refused a refund because other refunds, whose events arrived later, left too little of the
    // payment.
    yield* repos.refunds.retryFailed(payment.id);
  }
  if (payment.reason === "items") return yield* recordItemRefund({ ...payment, refunded });
  const funding = yield* repos.funding.entries(payment.user_id);
  const { upTo, isNew } = netReversed(funding, { ...payment, refunded });
  if (!isNew) return;
  const before = yield* readFundingState(payment.user_id);
  const refund = { payment: payment.id, upTo, at: yield* currentTime };
  const effects = applyRefund(before, refund, settings.refundPolicy);
  const reference = `refund:${payment.id}:${upTo}`;
  yield* saveRefundEffects(payment.user_id, { before, effects, reference });
  if (effects.items_taken.length > 0) yield* revokeWithoutBasis(payment.user_id, refund.at);
});
