import type { Hono } from "hono";
import type { Due } from "../clock.ts";
import type { FaultSwitches } from "../faults.ts";
import { stripeApi } from "./api.ts";
import { makeCollection } from "./billing/collection.ts";
import { makeInvoicing } from "./billing/invoicing.ts";
import { makePlanChanges } from "./billing/plan-changes.ts";
import { makeRenewals } from "./billing/renewals.ts";
import { makeConfirmation } from "./confirmation.ts";
import { stripeDashboard } from "./dashboard.ts";
import { accountRoutes } from "./routes/account.ts";
import { chargeRoutes } from "./routes/charges.ts";
import { customerRoutes } from "./routes/customers.ts";
import { intentRoutes } from "./routes/intents.ts";
import { invoiceRoutes } from "./routes/invoices.ts";
import { paymentMethodRoutes } from "./routes/payment-methods.ts";
import { priceRoutes } from "./routes/prices.ts";
import { promotionCodeRoutes } from "./routes/promotion-codes.ts";
import { subscriptionScheduleRoutes } from "./routes/subscription-schedules.ts";
import { subscriptionRoutes } from "./routes/subscriptions.ts";
import { taxRateRoutes } from "./routes/tax-rates.ts";
import { testClockRoutes } from "./routes/test-clocks.ts";
import type { StripeState } from "./state.ts";

/** The sandbox's stand-in for Stripe: its routes and its scheduled tasks. */
interface StripeSandbox {
  /** The routes of the v1 API. Advancing a test clock calls `advanceTo`. */
  readonly api: (
    switches: FaultSwitches,
    perSecond: number,
    advanceTo: (moment: number) => void,
  ) => ReturnType<typeof stripeApi>;
  /** The actions of merchants, banks, and cardholders outside the API. */
  readonly dashboard: Hono;
  /** Ends the 3-D Secure challenge of an intent, which fails unless `completed` is true. */
  readonly endChallenge: (intentId: string, completed: boolean) => void;
  /** Returns the next due task, or null if there is none. */
  readonly nextDue: () => Due | null;
  /** Returns when the last draft of a renewal will be charged, in Unix seconds, or null if there are no drafts. */
  readonly draftsEnd: () => number | null;
}

/** Creates the Stripe stand-in over its state. `origin` returns the sandbox's own URL. */
export const makeStripeSandbox = (state: StripeState, origin: () => string): StripeSandbox => {
  const invoicing = makeInvoicing(state);
  const confirmation = makeConfirmation(state, origin, invoicing.onPaid);
  const collection = makeCollection(state, confirmation);
  const renewals = makeRenewals(state, invoicing, collection);
  const planChanges = makePlanChanges(state, invoicing, collection);
  return {
    api: (switches, perSecond, advanceTo) =>
      stripeApi(state, switches, perSecond, (route) => {
        accountRoutes(state)(route);
        customerRoutes(state)(route);
        priceRoutes(state)(route);
        promotionCodeRoutes(state)(route);
        paymentMethodRoutes(state)(route);
        intentRoutes(state, confirmation)(route);
        subscriptionRoutes(state, invoicing, planChanges, renewals)(route);
        invoiceRoutes(state, invoicing, collection)(route);
        subscriptionScheduleRoutes(state, renewals)(route);
        chargeRoutes(state)(route);
        taxRateRoutes(state)(route);
        testClockRoutes(state, advanceTo)(route);
      }),
    dashboard: stripeDashboard(state, confirmation),
    endChallenge: confirmation.endChallenge,
    nextDue: renewals.nextDue,
    draftsEnd: renewals.draftsEnd,
  };
};
