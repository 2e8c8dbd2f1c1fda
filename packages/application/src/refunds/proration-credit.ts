import { type Cents, type Order, heldCredits, prorationCreditOf, remainingProrationCredit } from "@backlot/domain";
import type { Repositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { readStanding } from "./standing.ts";

/** How many cents of what an order returns are behind the period that it replaces. (CHG-07, ORD-06) */
export const prorationCreditLeft = (repos: Repositories, order: Order, replaced: string): Effect.Effect<Cents> =>
  Effect.gen(function* () {
    const value = prorationCreditOf(order.quote);
    const holder = (yield* readStanding(repos, order.user_id)).holders.find((each) => each.source === replaced);
    if (holder === undefined) return value;
    const held = heldCredits(yield* repos.credits.entries(order.user_id), order.id);
    return remainingProrationCredit(holder, { value, since: order.created_at, held });
  });

/** Whether all that an order returns is still there; where it replaces no known payment, it is. (CHG-07, ORD-06) */
export const isProrationCreditWhole = (
  repos: Repositories,
  order: Order,
  replaced: string | null,
): Effect.Effect<boolean> =>
  replaced === null
    ? Effect.succeed(true)
    : Effect.map(prorationCreditLeft(repos, order, replaced), (left) => left === prorationCreditOf(order.quote));
