import type { PaymentProviderDown, ReplacedPlan } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { orWait } from "../jobs/or-wait.ts";
import type { StorePorts } from "../store-ports.ts";
import { invoiceReference } from "../subscriptions/keep-step.ts";
import { billerOf } from "./wallet-of.ts";

type Ports = Pick<StorePorts, "payments" | "wallet" | "transactions">;

const endOne = (ports: Ports, replaced: ReplacedPlan): Effect.Effect<boolean, PaymentProviderDown> =>
  Effect.gen(function* () {
    const { subscriptions, payments } = ports.transactions.read;
    const biller = yield* billerOf(ports, replaced.provider);
    yield* biller.endPlan(replaced.provider_subscription_id);
    const plan = yield* biller.plan(replaced.provider_subscription_id);
    for (const invoice of plan?.invoices ?? []) {
      if ((yield* payments.get(invoiceReference(invoice.id))) !== null) continue;
      yield* Effect.logError(
        `${replaced.provider_subscription_id} was billed beside the plan that has replaced it: refund ${invoice.payment_id}`,
      );
    }
    yield* subscriptions.ended(replaced);
    return true;
  });

/**
 * Ends plans at their providers that bill nothing any more: what an upgrade through the wallet replaced, and what was paid in
 * vain. A period that was billed beside is written down for support. Answers how many were ended. (CHG-09)
 */
export const endReplacedPlans = (ports: Ports) => (): Effect.Effect<number> =>
  Effect.gen(function* () {
    let ended = 0;
    for (const replaced of yield* ports.transactions.read.subscriptions.toEnd()) {
      if (yield* orWait(`plan ${replaced.provider_subscription_id}`, false, endOne(ports, replaced))) ended += 1;
    }
    return ended;
  });
