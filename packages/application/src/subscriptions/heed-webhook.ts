import type { ForgedWebhook, PaymentProviderDown } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { StorePorts } from "../store-ports.ts";
import { endDeclined } from "./carry-out.ts";
import { settle } from "./settle.ts";

/**
 * Heeds a webhook: checks it, reads the object it points at, settles the order that it belongs to, and notes the
 * event in the same transaction. Twice, late or out of order, the end is the same. (CHK-07)
 */
export const heedWebhook =
  (ports: Pick<StorePorts, "clock" | "payments" | "transactions">) =>
  (rawBody: string, signature: string): Effect.Effect<void, ForgedWebhook | PaymentProviderDown> =>
    Effect.gen(function* () {
      const hint = yield* ports.payments.readWebhook(rawBody, signature);
      const { read } = ports.transactions;
      const byId = hint.order_id === null ? null : yield* read.orders.get(hint.order_id);
      const order = byId ?? (hint.subscription_id === null ? null : yield* read.orders.byProviderReference(hint.subscription_id));
      const payment = order === null || hint.subscription_id === null ? null : yield* ports.payments.planPayment(hint.subscription_id);
      if (order === null || payment === null) {
        yield* read.webhookEvents.record("stripe", hint.event_id, hint.type, ports.clock.now());
        return;
      }
      // A declined payment may be tried again by its buyer until the plan is ended: only then is it the order's end.
      yield* settle(ports)(order.id, yield* endDeclined(ports)(payment), { event_id: hint.event_id, type: hint.type });
    });
