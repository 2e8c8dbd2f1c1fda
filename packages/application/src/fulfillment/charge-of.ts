import type { Order } from "@backlot/domain";
import type { Charge, ReturnUrls } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { Settings } from "../settings.ts";
import type { UseCaseSteps } from "../store-services.ts";
import { purchaseOf } from "./kinds/registry.ts";

/** Returns the URLs that a provider sends the buyer back to: our own page, which checks the payment itself. */
export const returnUrls = (orderId: string) =>
  Settings.useSync(({ siteUrl }): ReturnUrls => {
    const return_url = `${siteUrl}/checkout/return?order=${orderId}`;
    return { return_url, cancel_url: `${return_url}&canceled=1` };
  });

/** Returns the charge to request for an order. Amounts in cents. */
export const chargeOf = Effect.fnUntraced(function* (order: Order): UseCaseSteps<Charge> {
  const [item] = order.items;
  return {
    order_id: order.id,
    reference: order.payment_reference,
    customer_id: order.customer_id,
    payment_method_id: order.payment_method_id,
    attempt: order.attempts,
    return_urls: yield* returnUrls(order.id),
    spec: yield* purchaseOf(item).chargeSpec(order, item),
  };
});
