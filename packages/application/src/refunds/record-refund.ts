import { type Cents, applyRefund, netReversed, refundedTotal } from "@backlot/domain";
import type { Payment, Repositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { OrderPorts } from "../store-ports.ts";
import { recordItemRefund } from "./record-item-refund.ts";
import { saveRefundEffects } from "./save-refund-effects.ts";
import { readStanding } from "./standing.ts";

/** Whether a total of refunds, or a lost dispute, revokes anything that is not revoked yet. (ORD-06) */
export const hasNewReversal = (repos: Repositories, payment: Payment, reported: Cents): Effect.Effect<boolean> =>
  Effect.map(
    repos.funding.entries(payment.user_id),
    (funding) => netReversed(funding, { ...payment, refunded: refundedTotal(payment, reported) }).isNew,
  );

/**
 * Records how many cents of a payment have been refunded in all, and revokes what that money stood behind, under the
 * account's lock. A total that is known already changes nothing. (CRD-09, ORD-06)
 */
export const recordRefund = (
  ports: Pick<OrderPorts, "clock" | "ids" | "settings">,
  repos: Repositories,
  payment: Payment,
  reported: Cents,
): Effect.Effect<void> =>
  Effect.gen(function* () {
    const refunded = refundedTotal(payment, reported);
    if (refunded > payment.refunded) {
      yield* repos.payments.setRefunded(payment.id, refunded);
      // The provider may have refused one because others, whose events had not come yet, left too little.
      yield* repos.refunds.retryFailed(payment.id);
    }
    if (payment.reason === "items") return yield* recordItemRefund(ports, repos, { ...payment, refunded });
    const funding = yield* repos.funding.entries(payment.user_id);
    const { upTo, isNew } = netReversed(funding, { ...payment, refunded });
    if (!isNew) return;
    const before = yield* readStanding(repos, payment.user_id);
    const refund = { payment: payment.id, upTo, at: ports.clock.now() };
    const effects = applyRefund(before, refund, ports.settings.refundPolicy);
    const reference = `refund:${payment.id}:${upTo}`;
    yield* saveRefundEffects(ports, repos, payment.user_id, { before, effects, reference });
  });
