import { type Order, claimsSubscription, message } from "@backlot/domain";
import { Conflict } from "@backlot/ports";

/**
 * Returns the error for an order that is still in progress. `isOwn` is whether the request is about this order, rather
 * than about an order that must wait for this one. Includes the order's id only for a plan, whose outcome has a page.
 */
export const orderInProgress = (order: Order, isOwn = false): Conflict =>
  new Conflict({
    reason: "order_in_progress",
    message: message(isOwn ? "payment_on_its_way" : "order_in_progress"),
    ...(claimsSubscription(order) ? { order_id: order.id } : {}),
  });
