import { type Instant, type Order, planLineOf, shortOf, shortageEntries, taxRateOf, withTax } from "@backlot/domain";
import { Repositories, type SettledPayment } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { openPlanFunding } from "../funding/open-funding.ts";
import { prorationCreditLeft } from "../subscriptions/proration-credit.ts";
import { changeAccountCredit } from "./save-refund-effects.ts";

/**
 * Records the funding of the period that an upgrade opens: the payment, and the replaced period's proration credit.
 * `replaced` is that period's payment. If part of that credit was refunded in the meantime, takes the missing amount
 * from account credit first, and records the remainder. Returns the period's cost and that remainder (`short`), in
 * cents; the caller revokes credits for it.
 */
export const openChangedPeriod = Effect.fnUntraced(function* (
  order: Order,
  paid: SettledPayment & { readonly at: Instant },
  replaced: string,
) {
  const repos = yield* Repositories;
  const prorationCredit = yield* prorationCreditLeft(order, replaced);
  const cost = yield* openPlanFunding(order, paid, {
    // The proration credit is also money, so the period cost its whole price.
    price: planLineOf(order.quote).gross,
    proration_credit: { holder: replaced, value: prorationCredit },
  });
  const short = shortOf(order.quote, prorationCredit);
  yield* repos.funding.post(order.user_id, shortageEntries(paid.key, short.price, paid.at));
  const credit = withTax(short.credit, taxRateOf(order.quote));
  yield* changeAccountCredit(order.user_id, -credit, `short:${paid.key}`, paid.at);
  return { cost, short: short.price };
});
