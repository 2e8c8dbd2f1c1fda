import { type Cents, applyRefund, cents, netRefunded, takenBack } from "@backlot/domain";
import type { Payment, Repositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { OrderPorts } from "../store-ports.ts";
import { readStanding, saveRefundEffects } from "./standing.ts";

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
    const total = cents(Math.max(payment.refunded, Math.min(refunded, payment.amount)));
    if (total > payment.refunded) yield* repos.payments.setRefunded(payment.id, total);
    const funding = yield* repos.funding.entries(payment.user_id);
    const net = funding.reduce(
      (sum, entry) => (entry.payment === payment.id && entry.reason === "paid" ? sum + entry.cents : sum),
      0,
    );
    // Money that handed nothing over stands behind nothing.
    if (net === 0) return;
    const upTo = netRefunded(takenBack({ ...payment, refunded: total }), payment.amount, cents(net));
    const before = yield* readStanding(repos, payment.user_id);
    const refund = { payment: payment.id, upTo, at: ports.clock.now() };
    const effects = applyRefund(before, refund, ports.settings.refundPolicy);
    const reference = `refund:${payment.id}:${upTo}`;
    yield* saveRefundEffects(ports, repos, payment.user_id, { before, effects, reference });
  });
