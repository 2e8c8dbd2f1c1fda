import { epochMs } from "@backlot/domain";
import * as Effect from "effect/Effect";
import type { StorePorts } from "../store-ports.ts";
import { carryOut, giveUp } from "./carry-out.ts";

/** The provider lets an unpaid subscription go after 23 hours; the order goes with it. */
const GIVE_UP_AFTER_MS = 23 * 3_600_000;

/**
 * Looks again at every order that has no end yet: a process that died between the charge and the record left it so.
 * Answers how many are still open. (CHK-03, CHK-07)
 */
export const recoverOrders =
  (ports: Pick<StorePorts, "clock" | "payments" | "transactions">) =>
  (settledBefore: { readonly olderThanMs: number } = { olderThanMs: 0 }): Effect.Effect<number> =>
    Effect.gen(function* () {
      const now = epochMs(ports.clock.now());
      const orders = yield* ports.transactions.read.orders.pending();
      let open = 0;
      for (const order of orders) {
        const age = now - epochMs(order.created_at);
        if (age < settledBefore.olderThanMs) continue;
        const look = age > GIVE_UP_AFTER_MS ? giveUp(ports)(order) : Effect.map(carryOut(ports)(order), (done) => done.order);
        const after = yield* look.pipe(
          Effect.catchTag("PaymentProviderDown", (down) => Effect.as(Effect.logWarning("an order waits for the payment provider", order.id, down), order)),
        );
        if (after.outcome._tag === "pending") open += 1;
      }
      return open;
    });
