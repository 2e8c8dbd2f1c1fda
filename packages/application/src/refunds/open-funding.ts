import { type Cents, type Opening, type Order, cents, lineShares, openingEntries, sum } from "@backlot/domain";
import type { Repositories, SettledPayment } from "@backlot/ports";
import * as Effect from "effect/Effect";

/**
 * Records which money stands behind a new lot or period, under the account's lock. Answers what it cost in all, in
 * cents: money, account credit and what was returned. (ORD-06)
 */
export const openFunding = (repos: Repositories, user_id: string, opening: Opening): Effect.Effect<Cents> =>
  Effect.gen(function* () {
    const entries = openingEntries(yield* repos.funding.entries(user_id), opening);
    yield* repos.funding.post(user_id, entries);
    return sum(entries.filter((entry) => entry.holder === opening.holder).map((entry) => cents(entry.cents)));
  });

/** Records which money stands behind the period of a plan that an order's payment opens. Answers its cost. (ORD-06) */
export const openPlanFunding = (
  repos: Repositories,
  order: Order,
  paid: SettledPayment & Pick<Opening, "at">,
  terms: Pick<Opening, "price" | "proration_credit">,
): Effect.Effect<Cents> => {
  const money = { amount: paid.amount, credit: paid.credit_used };
  const [share = money] = lineShares(order.quote, money);
  return openFunding(repos, order.user_id, {
    ...terms,
    holder: paid.key,
    payment: paid.key,
    paid: share,
    at: paid.at,
  });
};
