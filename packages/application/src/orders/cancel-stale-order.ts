import type { EndingMessage } from "@backlot/domain";
import type { Asked } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { OrderPorts } from "../store-ports.ts";
import { tryAdvanceOrder } from "./advance-order.ts";

/**
 * Cancels an order that nobody has paid yet, because what it was quoted on is going. A paid one counts. One that the
 * bank is working on is decided when its money comes. Answers false where another process has the account. (ORD-06)
 */
export const cancelStaleOrder =
  (ports: OrderPorts) =>
  (orderId: string, message: EndingMessage): Asked<boolean> =>
    Effect.gen(function* () {
      const ending = { _tag: "canceled", by: "stale", message } as const;
      const { order, state } = yield* tryAdvanceOrder(ports)(orderId, { _tag: "cancel", ending });
      return order.status._tag !== "pending" || state?._tag === "Processing";
    });
