import { loggedReason, message } from "@backlot/domain";
import { type ByStaff, Clock, Conflict, Ids, NotFound, Repositories, transactional } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { actorOf } from "../staff-actor.ts";

/** Revokes all links to an order, and logs who did it and why. A guest can request a new link by email. */
export const revokeOrderLinks = (order_id: string, { actor, reason }: ByStaff) =>
  Effect.gen(function* () {
    const by = yield* actorOf(actor);
    const { accounts, orders, supportActions } = yield* Repositories;
    const order = yield* orders.get(order_id);
    if (order !== null && order.guest_email === null)
      return yield* new Conflict({
        reason: "account_unchangeable",
        message: "This is an account's order, which has no links. Only guests are sent links to their orders.",
      });
    const buyer = order === null ? null : yield* accounts.lock(order.user_id);
    if (order === null || !(yield* orders.revokeLinks(order_id)))
      return yield* new NotFound({ message: message("not_found") });
    const id = (yield* Ids).next();
    const change = { kind: "revoke_links", order_id } as const;
    yield* supportActions.add(order.user_id, {
      ...by,
      reason: loggedReason(buyer, reason),
      id,
      at: (yield* Clock).now(),
      change,
    });
  }).pipe(transactional);
