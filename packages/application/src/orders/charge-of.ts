import type { Order } from "@backlot/domain";
import type { Charge, ReturnUrls } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { StorePorts } from "../store-ports.ts";
import type { ChargePorts } from "./purchases/purchase.ts";
import { purchaseOf } from "./purchases/registry.ts";

/** Where a provider sends the buyer of an order afterwards: our own page, which looks again at everything. */
export const returnUrls = (settings: StorePorts["settings"], orderId: string): ReturnUrls => {
  const return_url = `${settings.siteUrl}/checkout/paypal?order=${orderId}`;
  return { return_url, cancel_url: `${return_url}&cancelled=1` };
};

/** What the provider is asked to charge for an order. Amounts in cents. */
export const chargeOf = (ports: ChargePorts, order: Order): Effect.Effect<Charge> => {
  const [item] = order.items;
  return Effect.map(purchaseOf(item).chargeSpec(ports, order, item), (spec) => ({
    order_id: order.id,
    reference: order.payment_reference,
    customer_id: order.customer_id,
    payment_method_id: order.payment_method_id,
    attempt: order.attempts,
    return_urls: returnUrls(ports.settings, order.id),
    spec,
  }));
};
