import { type Order, isBelowMinimum, payerOf, payersFor } from "@backlot/domain";
import { ReadRepositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { licensesOf } from "../../accounts/minimum-license.ts";

/**
 * Returns whether the buyer's licenses still allow the order's provider. An approved payment can be made hours later,
 * after the license was raised. (LIC-14)
 */
export const isPaymentAllowed = Effect.fnUntraced(function* (order: Order) {
  if (payerOf(order.provider).asks === "card") return true;
  const repos = yield* ReadRepositories;
  const account = yield* repos.accounts.get(order.user_id);
  if (account === null) throw new Error(`order ${order.id} has no account`);
  const licenses = { ...(yield* licensesOf(account)), purchase: order.license_id };
  return payersFor([order.provider], licenses).length > 0 && !isBelowMinimum(licenses.purchase, licenses.minimum);
});
