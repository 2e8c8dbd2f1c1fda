import { type Dispute, sourcePayment } from "@backlot/domain";
import {
  type CustomerDispute,
  type MismatchedPaymentView,
  type OpenDispute,
  ReadRepositories,
  type UnrecoveredMoneyView,
  type UnsettledRefund,
} from "@backlot/ports";
import * as Effect from "effect/Effect";

/** The maximum number of rows of each kind. */
const LIMIT = 100;

/**
 * Money that needs support's attention: refunds that are due or refused, payments that differ from their quote, money
 * that refunds couldn't recover, and open disputes.
 */
export interface UnsettledMoney {
  readonly refunds: readonly UnsettledRefund[];
  readonly mismatched: readonly MismatchedPaymentView[];
  readonly unrecovered: readonly UnrecoveredMoneyView[];
  readonly disputes: readonly OpenDispute[];
}

/** Returns an open dispute in its wire format. */
const openDisputeView = ({ id, provider, user_id, payment_id, amount, opened_at }: Dispute): OpenDispute => ({
  dispute_id: id,
  provider,
  user_id,
  payment_id,
  amount,
  opened_at,
});

/** Returns a dispute in its wire format, with how it ended. */
export const disputeView = (dispute: Dispute): CustomerDispute => ({
  ...openDisputeView(dispute),
  status: dispute.status,
  closed_at: dispute.closed_at,
});

/** Lists money that needs attention, for support. */
export const unsettledMoney = Effect.gen(function* () {
  const repos = yield* ReadRepositories;
  const unsettled = yield* repos.refunds.unsettled(LIMIT);
  const mismatched = yield* repos.payments.mismatched(LIMIT);
  const open = yield* repos.disputes.open(LIMIT);
  return {
    disputes: open.map(openDisputeView),
    refunds: unsettled.flatMap(({ provider_reference: _, applied_at: __, attempted: ___, status, ...refund }) =>
      status === "applied" ? [] : [{ ...refund, status }],
    ),
    mismatched: mismatched.map(({ id, order_id, user_id, amount, quoted, at }) => ({
      payment_id: id,
      order_id,
      user_id,
      amount,
      quoted,
      at,
    })),
    unrecovered: (yield* repos.unrecovered.list(LIMIT)).map(({ holder, ...row }) => ({
      ...row,
      payment_id: sourcePayment(holder),
    })),
  };
});
