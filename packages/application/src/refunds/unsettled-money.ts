import type { MismatchedPaymentView, UnsettledRefund } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { StorePorts } from "../store-ports.ts";

/** How many payments at another amount than quoted are listed, newest first. */
const MISMATCHED_LIMIT = 100;

/** Money that needs somebody's eye: refunds that are due or refused, and payments at another amount than quoted. */
export interface UnsettledMoney {
  readonly refunds: readonly UnsettledRefund[];
  readonly mismatched: readonly MismatchedPaymentView[];
}

/** Lists it for support. (CLI-02, ORD-06) */
export const unsettledMoney = (ports: Pick<StorePorts, "transactions">): Effect.Effect<UnsettledMoney> =>
  Effect.gen(function* () {
    const { refunds, payments } = ports.transactions.read;
    const unsettled = yield* refunds.unsettled();
    const mismatched = yield* payments.mismatched(MISMATCHED_LIMIT);
    return {
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
    };
  });
