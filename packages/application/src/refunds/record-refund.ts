import {
  type Cents,
  type FundingEntry,
  applyRefund,
  cents,
  netPaid,
  netRefunded,
  refundedBefore,
  takenBack,
} from "@backlot/domain";
import type { Payment, Repositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { OrderPorts } from "../store-ports.ts";
import { saveRefundEffects } from "./save-refund-effects.ts";
import { readStanding } from "./standing.ts";

/** All that is taken back of a payment, in cents net of tax, and what of it the ledger does not know yet. */
interface TakenBack {
  readonly upTo: Cents;
  readonly isNew: boolean;
}

/** A total that is lower than the one that is known is an old one. */
const totalOf = (payment: Payment, refunded: Cents): Cents =>
  cents(Math.max(payment.refunded, Math.min(refunded, payment.amount)));

const takenBackOf = (funding: readonly FundingEntry[], payment: Payment, total: Cents): TakenBack => {
  // Money that handed nothing over stands behind nothing, and nothing is taken back for it.
  const net = netPaid(funding, payment.id);
  const upTo = netRefunded(takenBack({ ...payment, refunded: total }), payment.amount, net);
  return { upTo, isNew: upTo > refundedBefore(funding, payment.id) };
};

/** Whether a total of refunds, or a lost dispute, takes anything back that is not taken back yet. (ORD-06) */
export const takesBack = (repos: Repositories, payment: Payment, refunded: Cents): Effect.Effect<boolean> =>
  Effect.map(
    repos.funding.entries(payment.user_id),
    (funding) => takenBackOf(funding, payment, totalOf(payment, refunded)).isNew,
  );

/**
 * Records how many cents of a payment have been refunded in all, and takes back what that money stood behind, under the
 * account's lock. A total that is known already changes nothing. (CRD-09, ORD-06)
 */
export const recordRefund = (
  ports: Pick<OrderPorts, "clock" | "ids" | "settings">,
  repos: Repositories,
  payment: Payment,
  refunded: Cents,
): Effect.Effect<void> =>
  Effect.gen(function* () {
    const total = totalOf(payment, refunded);
    if (total > payment.refunded) yield* repos.payments.setRefunded(payment.id, total);
    const { upTo, isNew } = takenBackOf(yield* repos.funding.entries(payment.user_id), payment, total);
    if (!isNew) return;
    const before = yield* readStanding(repos, payment.user_id);
    const refund = { payment: payment.id, upTo, at: ports.clock.now() };
    const effects = applyRefund(before, refund, ports.settings.refundPolicy);
    const reference = `refund:${payment.id}:${upTo}`;
    yield* saveRefundEffects(ports, repos, payment.user_id, { before, effects, reference });
  });
