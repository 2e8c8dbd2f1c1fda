import { type Quote, holdCredits } from "@backlot/domain";
import type { Repositories, StoredSubscription } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { Priced } from "../orders/place-order.ts";
import type { OrderPorts } from "../store-ports.ts";
import type { PricedChange } from "./price-change.ts";

/**
 * An upgrade as it is placed: what it sells, and the credits that it holds before its provider is asked.
 * (CHG-07)
 */
export const holdOfChange = (
  ports: Pick<OrderPorts, "clock">,
  repos: Repositories,
  { user_id, subscription }: StoredSubscription,
  { variant, quote, preview }: PricedChange & { readonly quote: Quote },
  orderId: string,
): Effect.Effect<Priced> =>
  Effect.map(repos.credits.lots(user_id), (lots) => ({
    license_id: variant.license_id,
    items: [
      {
        kind: "plan-change",
        plan_variant_id: variant.id,
        subscription_id: subscription.id,
        replaces_payment: subscription.payment,
      },
    ],
    quote,
    hold: holdCredits(subscription, lots, preview, orderId, ports.clock.now()),
  }));
