import type { EndingMessage } from "@backlot/domain";
import * as Effect from "effect/Effect";
import { tryAdvanceOrder } from "./advance-order.ts";

/**
 * Cancels a pending order that must no longer be paid; `message` is the reason. Leaves the order unchanged if it is
 * paid, or if a bank is processing its payment. Returns false if it stays open because another process has leased the
 * account.
 */
export const cancelStaleOrder = Effect.fnUntraced(function* (orderId: string, message: EndingMessage) {
  const ending = { _tag: "canceled", by: "stale", message } as const;
  const { order, state } = yield* tryAdvanceOrder(orderId, { _tag: "cancel", ending });
  return order.status._tag !== "pending" || state?._tag === "Processing";
});
