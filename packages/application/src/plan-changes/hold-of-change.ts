import { type Quote, holdCredits } from "@backlot/domain";
import { type StoredSubscription, currentTime } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { Priced } from "../fulfillment/place-order.ts";
import type { PricedChange } from "./price-change.ts";

/**
 * Returns the content of an upgrade's order, with the entries that reserve the credits that the upgrade returns. The
 * hold exists before the provider is called.
 */
export const holdOfChange = Effect.fnUntraced(function* (
  { subscription }: StoredSubscription,
  { variant, quote, preview, lots }: PricedChange & { readonly quote: Quote },
  orderId: string,
) {
  const item = {
    kind: "plan-change" as const,
    plan_variant_id: variant.id,
    subscription_id: subscription.id,
    replaces_payment: subscription.payment,
  };
  const hold = holdCredits(subscription, lots, preview, orderId, yield* currentTime);
  const priced: Priced = { license_id: variant.license_id, items: [item], quote, hold };
  return priced;
});
