import type { EndingMessage } from "@backlot/domain";
import * as Effect from "effect/Effect";
import { tryAdvanceOrder } from "./advance-order.ts";

/**
 * Cancels an unpaid order because what it was quoted on is changing. A paid order stands; one that the bank is working
 * on is decided by its payment. Returns false if another process holds the account. (ORD-06)
 */
export const cancelStaleOrder = (orderId: string, message: EndingMessage) =>
  Effect.gen(function* () {
    const ending = { _tag: "canceled", by: "stale", message } as const;
    const { order, state } = yield* tryAdvanceOrder(orderId, { _tag: "cancel", ending });
    return order.status._tag !== "pending" || state?._tag === "Processing";
  });
