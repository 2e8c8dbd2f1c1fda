import { sourcePayment } from "@backlot/domain";
import type { MismatchedPaymentView, OpenDispute, UnrecoveredMoneyView, UnsettledRefund } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { StorePorts } from "../store-ports.ts";

/** How many rows of a kind are listed. */
const LIMIT = 100;

/**
 * Money that needs somebody's eye: refunds that are due or refused, payments at another amount than quoted, what
 * refunds could not revoke, and disputes that are not decided yet.
 */
export interface UnsettledMoney {
  readonly refunds: readonly UnsettledRefund[];
  readonly mismatched: readonly MismatchedPaymentView[];
  readonly unrecovered: readonly UnrecoveredMoneyView[];
  readonly disputes: readonly OpenDispute[];
}

/** Lists it for support. (CLI-02, ORD-06) */
export const unsettledMoney = (ports: Pick<StorePorts, "transactions">): Effect.Effect<UnsettledMoney> =>
  Effect.gen(function* () {
    const { refunds, payments, unrecovered, disputes } = ports.transactions.read;
    const unsettled = yield* refunds.unsettled(LIMIT);
    const mismatched = yield* payments.mismatched(LIMIT);
    const open = yield* disputes.open(LIMIT);
    return {
      disputes: open.map(({ id, provider, user_id, payment_id, amount, opened_at }) => ({
        dispute_id: id,
        provider,
        user_id,
        payment_id,
        amount,
        opened_at,
      })),
      refunds: unsettled.flatMap(({ provider_reference: _, applied_at: __, status, ...refund }) =>
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
      unrecovered: (yield* unrecovered.list(LIMIT)).map(({ holder, ...row }) => ({
        ...row,
        payment_id: sourcePayment(holder),
      })),
    };
  });
