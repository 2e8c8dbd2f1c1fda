import { type Order, heldCredits, prorationCreditOf, remainingProrationCredit } from "@backlot/domain";
import { ReadRepositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { readFundingState } from "../funding/read-funding-state.ts";

/**
 * Returns how much of an order's proration credit is still funded, in cents. A refund of the replaced period reduces
 * the credit. `replaced` is that period's payment.
 */
export const prorationCreditLeft = Effect.fnUntraced(function* (order: Order, replaced: string) {
  const repos = yield* ReadRepositories;
  const value = prorationCreditOf(order.quote);
  const holder = (yield* readFundingState(order.user_id)).grants.find((each) => each.source === replaced);
  if (holder === undefined) return value;
  const held = heldCredits(yield* repos.credits.entries(order.user_id), order.id);
  return remainingProrationCredit(holder, { value, since: order.created_at, held });
});

/**
 * Returns whether an order's proration credit is still fully funded. True if `replaced`, the replaced period's payment,
 * is null.
 */
export const isProrationCreditWhole = (order: Order, replaced: string | null) =>
  replaced === null
    ? Effect.succeed(true)
    : Effect.map(prorationCreditLeft(order, replaced), (credit) => credit === prorationCreditOf(order.quote));
