import type { Refund, Repositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { OrderPorts } from "../store-ports.ts";

/**
 * Makes a refund due, of what was charged and of the account credit beside it; nothing where there is neither. (ORD-06)
 */
export const enqueueRefund = (
  ports: Pick<OrderPorts, "clock" | "ids">,
  repos: Repositories,
  refund: Pick<Refund, "cause" | "cause_reference" | "payment_id" | "amount" | "account_credit">,
): Effect.Effect<void> =>
  refund.amount === 0 && refund.account_credit === 0
    ? Effect.void
    : repos.refunds.enqueue({
        ...refund,
        id: ports.ids.next(),
        status: "due",
        provider_reference: null,
        created_at: ports.clock.now(),
        applied_at: null,
      });
