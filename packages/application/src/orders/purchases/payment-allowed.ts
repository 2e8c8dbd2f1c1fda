import { type Order, mayPayPalStillPay } from "@backlot/domain";
import { ReadRepositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { licensesOf } from "../../accounts/minimum-license.ts";

/**
 * Returns whether the buyer's licenses still allow the order's provider: a PayPal approval may be paid hours later,
 * after the license was raised. (LIC-14)
 */
export const isPaymentAllowed = (order: Order) =>
  Effect.gen(function* () {
    if (order.provider === "stripe") return true;
    const read = yield* ReadRepositories;
    const account = yield* read.accounts.get(order.user_id);
    if (account === null) throw new Error(`order ${order.id} is of no account`);
    const { minimum, current } = yield* licensesOf(account);
    return mayPayPalStillPay({ minimum, current, purchase: order.license_id });
  });
