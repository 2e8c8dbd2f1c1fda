import { addOnSource, grant, lineShares } from "@backlot/domain";
import { Repositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { openFunding } from "../../funding/open-funding.ts";
import { isPaymentAllowed } from "./payment-allowed.ts";
import type { Purchase } from "./purchase.ts";

/** Credits bought once: alone, or together with a new plan. */
export const creditPackPurchase: Purchase<"credit-pack"> = {
  reason: "pack",
  chargeSpec: (order) =>
    Effect.succeed({
      _tag: "one-time",
      amount: order.quote.total,
      description: order.quote.lines[0]?.label ?? "Credits",
    }),
  hold: null,
  complete: null,
  subscriptionId: () => null,
  staleness: (order) => Effect.map(isPaymentAllowed(order), (allowed) => (allowed ? null : "price_changed")),
  deliverable: () => Effect.succeed(true),
  fulfill: (order, item, paid, at) =>
    Effect.gen(function* () {
      const repos = yield* Repositories;
      const isAddOn = order.items.length > 1;
      const source = isAddOn ? addOnSource(paid.key) : paid.key;
      const { lot, entry } = grant({
        id: `lot:${source}`,
        kind: "pack",
        granted: item.credits,
        granted_at: paid.subscription?.period.start ?? at,
        source,
        subscription_id: null,
      });
      const place = order.items.indexOf(item);
      const money = { amount: paid.amount, credit: paid.credit_used };
      yield* openFunding(order.user_id, {
        holder: source,
        payment: paid.key,
        price: order.quote.lines[place]?.net ?? paid.amount,
        paid: lineShares(order.quote, money)[place] ?? money,
        proration_credit: null,
        at: lot.granted_at,
      });
      yield* repos.credits.grant(order.user_id, lot, entry, order.license_id);
    }),
};
