import { type Order, mayPayPalStillPay } from "@backlot/domain";
import * as Effect from "effect/Effect";
import { licencesOf } from "../../accounts/minimum-licence.ts";
import type { OrderPorts } from "../../store-ports.ts";

/**
 * Whether the licences of an order's buyer still allow its provider: what was approved at PayPal may be paid hours
 * later, under a licence that has risen since. (LIC-14)
 */
export const isPaymentAllowed = (ports: OrderPorts, order: Order): Effect.Effect<boolean> =>
  Effect.gen(function* () {
    if (order.provider === "stripe") return true;
    const { read } = ports.transactions;
    const account = yield* read.accounts.get(order.user_id);
    if (account === null) throw new Error(`order ${order.id} is of no account`);
    const { minimum, current } = yield* licencesOf(read, account);
    return mayPayPalStillPay({ minimum, current, purchase: order.license_id });
  });
