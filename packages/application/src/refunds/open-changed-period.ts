import { type Instant, type Order, planLineOf, shortOf, shortageEntries, taxRateOf, withTax } from "@backlot/domain";
import { Repositories, type SettledPayment } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { openPlanFunding } from "./open-funding.ts";
import { prorationCreditLeft } from "./proration-credit.ts";
import { changeAccountCredit } from "./save-refund-effects.ts";

/**
 * Records the funding of the period that an upgrade opens: the payment, and the proration credit of the replaced
 * period. What was refunded of that credit in the meantime is short: its account credit is taken back, and the new
 * credits make up for the price. (CHG-07, ORD-06)
 */
export const openChangedPeriod = (order: Order, paid: SettledPayment & { readonly at: Instant }, replaced: string) =>
  Effect.gen(function* () {
    const repos = yield* Repositories;
    const left = yield* prorationCreditLeft(order, replaced);
    const cost = yield* openPlanFunding(order, paid, {
      // The proration credit is money too: the period cost its whole price.
      price: planLineOf(order.quote).gross,
      proration_credit: { holder: replaced, value: left },
    });
    const short = shortOf(order.quote, left);
    yield* repos.funding.post(order.user_id, shortageEntries(paid.key, short.price, paid.at));
    const credit = withTax(short.credit, taxRateOf(order.quote));
    yield* changeAccountCredit(order.user_id, -credit, `short:${paid.key}`, paid.at);
    return { cost, short: short.price };
  });
