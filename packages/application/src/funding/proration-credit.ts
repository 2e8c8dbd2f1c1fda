import { type Order, heldCredits, prorationCreditOf, remainingProrationCredit } from "@backlot/domain";
import { ReadRepositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { readFundingState } from "./read-funding-state.ts";

/** Returns how much of an order's proration credit still backs the period it replaces, in cents. */
export const prorationCreditLeft = (order: Order, replaced: string) =>
  Effect.gen(function* () {
    const repos = yield* ReadRepositories;
    const value = prorationCreditOf(order.quote);
    const holder = (yield* readFundingState(order.user_id)).grants.find((each) => each.source === replaced);
    if (holder === undefined) return value;
    const held = heldCredits(yield* repos.credits.entries(order.user_id), order.id);
    return remainingProrationCredit(holder, { value, since: order.created_at, held });
  });

/** Whether an order's proration credit is still whole. True if it replaces no known payment. */
export const isProrationCreditWhole = (order: Order, replaced: string | null) =>
  replaced === null
    ? Effect.succeed(true)
    : Effect.map(prorationCreditLeft(order, replaced), (left) => left === prorationCreditOf(order.quote));
