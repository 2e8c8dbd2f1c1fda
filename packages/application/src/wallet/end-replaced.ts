import type { PaymentProviderDown } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { StorePorts } from "../store-ports.ts";
import { billerOf } from "./wallet-of.ts";

/**
 * Ends plans at their providers that bill nothing any more: what an upgrade through the wallet replaced. A period that was
 * billed in between is written down for support. Answers how many were ended. (CHG-09)
 */
export const endReplacedPlans = (ports: Pick<StorePorts, "payments" | "wallet" | "transactions">) => (): Effect.Effect<number, PaymentProviderDown> =>
  Effect.gen(function* () {
    const { subscriptions } = ports.transactions.read;
    const plans = yield* subscriptions.toEnd();
    for (const replaced of plans) {
      const biller = yield* billerOf(ports, replaced.provider);
      yield* biller.endPlan(replaced.provider_subscription_id);
      const plan = yield* biller.plan(replaced.provider_subscription_id);
      for (const invoice of plan?.invoices ?? []) {
        if (invoice.paid_at <= replaced.since) continue;
        yield* Effect.logError(`${replaced.provider_subscription_id} was billed after another plan had replaced it: refund ${invoice.payment_id}`);
      }
      yield* subscriptions.ended(replaced);
    }
    return plans.length;
  });
