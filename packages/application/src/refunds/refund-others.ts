import { type Order, type OrderItem, cents, costOfOthers } from "@backlot/domain";
import type { Repositories, SettledPayment } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { OrderPorts } from "../store-ports.ts";
import { enqueueRefund } from "./enqueue-refund.ts";

/**
 * Makes the share of items due as a refund that the money could not hand over, as of one bought meanwhile, and a mail
 * that says so. (ORD-06)
 */
export const refundOthers = (
  ports: OrderPorts,
  repos: Repositories,
  order: Order,
  delivered: readonly OrderItem[],
  paid: SettledPayment,
): Effect.Effect<void> =>
  Effect.gen(function* () {
    const amount = costOfOthers(order, delivered, paid.amount);
    if (amount === 0) return;
    yield* enqueueRefund(ports, repos, {
      cause: "unfulfillable",
      cause_reference: order.id,
      payment_id: paid.key,
      amount,
      account_credit: cents(0),
    });
    const notice = { id: ports.ids.next(), about: order.id, kind: "payment-not-applied" } as const;
    yield* repos.notices.enqueue(notice, ports.clock.now());
  });
