import type { Asked } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { OrderPorts } from "../store-ports.ts";
import { tryAdvanceOrder } from "./advance-order.ts";

/**
 * Gives up a change of plan that nobody has paid yet, because what it stands on is going. One that is paid counts, and
 * one that the bank is working on is judged when its money comes. Answers false where another process has the account.
 * (CHG-07, ORD-06)
 */
export const giveUpChange =
  (ports: OrderPorts) =>
  (orderId: string): Asked<boolean> =>
    Effect.gen(function* () {
      const ending = { _tag: "canceled", by: "stale", message: "subscription_changed" } as const;
      const { order, state } = yield* tryAdvanceOrder(ports)(orderId, { _tag: "cancel", ending });
      return order.status._tag !== "pending" || state?._tag === "Processing";
    });
