import {
  type Cents,
  type Instant,
  type Order,
  planLineOf,
  shortOf,
  shortageEntries,
  taxRateOf,
  withTax,
} from "@backlot/domain";
import type { Repositories, SettledPayment } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { openPlanFunding } from "./open-funding.ts";
import { prorationCreditLeft } from "./proration-credit.ts";
import { changeAccountCredit } from "./save-refund-effects.ts";

/** The money behind a period that an upgrade opens, and what is short of its price, in cents. */
export interface ChangedPeriod {
  readonly cost: Cents;
  readonly short: Cents;
}

/**
 * Records which money stands behind the period that an upgrade opens: what came in, and what the replaced period
 * returns. What was refunded of that between the order and its payment is short. The account credit that the provider
 * gave for it goes again; the new credits make up for the price once they are there. (CHG-07, ORD-06)
 */
export const openChangedPeriod = (
  repos: Repositories,
  order: Order,
  paid: SettledPayment & { readonly at: Instant },
  replaced: string,
): Effect.Effect<ChangedPeriod> =>
  Effect.gen(function* () {
    const left = yield* prorationCreditLeft(repos, order, replaced);
    const cost = yield* openPlanFunding(repos, order, paid, {
      // What was returned is money too: the period cost its whole price.
      price: planLineOf(order.quote).gross,
      proration_credit: { holder: replaced, value: left },
    });
    const short = shortOf(order.quote, left);
    yield* repos.funding.post(order.user_id, shortageEntries(paid.key, short.price, paid.at));
    const credit = withTax(short.credit, taxRateOf(order.quote));
    yield* changeAccountCredit(repos, order.user_id, -credit, `short:${paid.key}`, paid.at);
    return { cost, short: short.price };
  });
