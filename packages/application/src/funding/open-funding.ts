import { type Opening, type Order, cents, lineShares, openingEntries, sum } from "@backlot/domain";
import { Repositories, type SettledPayment } from "@backlot/ports";
import * as Effect from "effect/Effect";

/**
 * Records the funding of a new credit lot or billing period. Returns its whole cost in cents: money, account credit,
 * and proration credit. Call it under the account's lock.
 */
export const openFunding = Effect.fnUntraced(function* (user_id: string, opening: Opening) {
  const repos = yield* Repositories;
  const entries = openingEntries(yield* repos.funding.entries(user_id), opening);
  yield* repos.funding.post(user_id, entries);
  return sum(entries.filter((entry) => entry.holder === opening.holder).map((entry) => cents(entry.cents)));
});

/** Records the funding of the plan period that an order's payment opens. Returns its cost in cents. */
export const openPlanFunding = (
  order: Order,
  paid: SettledPayment & Pick<Opening, "at">,
  terms: Pick<Opening, "price" | "proration_credit">,
) => {
  const money = { amount: paid.amount, credit: paid.credit_used };
  const [share = money] = lineShares(order.quote, money);
  return openFunding(order.user_id, { ...terms, holder: paid.key, payment: paid.key, paid: share, at: paid.at });
};
