import type { Charge, PaymentGateway, PaymentProvider } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { type PlanIds, makeAgreements } from "./agreements.ts";
import { makeAgreementCharges } from "./charges/agreement.ts";
import { makeOrderCharges } from "./charges/order.ts";
import { type ClientOptions, makeClient } from "./client.ts";
import { makeEvents } from "./events.ts";
import { makeRefunds } from "./refunds.ts";
import { makeSubscriptionBilling } from "./subscription-billing.ts";

/** Credentials, the webhook id for verifying events, and the plans that agreements are based on. */
export interface PayPalOptions extends ClientOptions {
  readonly webhookId: string;
  readonly plans: PlanIds;
  /** Returns the name that buyers see on PayPal's pages. */
  readonly brand: () => string;
}

/** Creates the payment ports over PayPal's REST API, or over a sandbox with the same API. */
export const makePayPal = (options: PayPalOptions): PaymentProvider => {
  const client = makeClient(options);
  const agreements = makeAgreements(client, options.plans);
  const orders = makeOrderCharges(client, options.brand);
  const plans = makeAgreementCharges(client, agreements, options.plans, options.brand);

  /** Calls `oneTime` for a one-time charge, and `plan` for any other. */
  const on = <A>(
    charge: Charge,
    oneTime: (oneTimeCharge: Parameters<typeof orders.create>[0]) => A,
    plan: (planCharge: Parameters<typeof plans.create>[0]) => A,
  ): A => {
    const { spec } = charge;
    switch (spec._tag) {
      case "one-time":
        return oneTime({ ...charge, spec });
      case "subscription":
        return plan({ ...charge, spec });
      case "plan-change":
        return plan({ ...charge, spec });
    }
  };
  const gateway: PaymentGateway = {
    find: (charge) => on(charge, orders.find, plans.find),
    create: (charge) => on(charge, orders.create, plans.create),
    capture: (charge, state) =>
      on(
        charge,
        (oneTimeCharge) => orders.capture(oneTimeCharge, state),
        (planCharge) => plans.capture(planCharge, state),
      ),
    // PayPal can't cancel an order that waits for approval. It stays unpaid, because only the store captures orders,
    // and the store never captures canceled ones.
    cancel: (_charge, state) => Effect.succeed(state),
    finalize: () => Effect.void,
  };
  return {
    gateway,
    billing: makeSubscriptionBilling(client, agreements),
    events: makeEvents(client, options.webhookId),
    refunds: makeRefunds(client),
  };
};
