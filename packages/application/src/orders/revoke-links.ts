import { message } from "@backlot/domain";
import { type ByStaff, Conflict, NotFound, Repositories, transactional } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { logAction } from "../log-change.ts";
import { lockOrder } from "./lock-order.ts";

/**
 * Revokes all links to a guest's order, and logs who did it and why. The guest can request a new link by email. Fails
 * for an account's order, which has no links.
 */
export const revokeOrderLinks = Effect.fnUntraced(function* (order_id: string, by: ByStaff) {
  const repos = yield* Repositories;
  const order = yield* lockOrder(order_id);
  if (order === null) return yield* new NotFound({ message: message("not_found") });
  if (order.guest_email === null)
    return yield* new Conflict({
      reason: "account_unchangeable",
      message: "This is an account's order, so it has no links. Only guests get links to their orders.",
    });
  yield* repos.orders.revokeLinks(order_id);
  yield* logAction(order.user_id, by, { kind: "revoke_links", order_id });
}, transactional);
