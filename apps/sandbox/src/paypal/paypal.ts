import { Hono } from "hono";
import type { Due } from "../clock.ts";
import type { FaultSwitches } from "../faults.ts";
import { makeAgreements } from "./agreements.ts";
import { payPalApi } from "./api.ts";
import { approvals } from "./approval.ts";
import { dashboard } from "./dashboard.ts";
import { makeDisputes } from "./disputes.ts";
import { makePayments } from "./payments.ts";
import { disputeRoutes } from "./routes/disputes.ts";
import { notificationRoutes } from "./routes/notifications.ts";
import { orderRoutes } from "./routes/orders.ts";
import { addOwnPlans, planRoutes } from "./routes/plans.ts";
import { subscriptionRoutes } from "./routes/subscriptions.ts";
import { webhookRoutes } from "./routes/webhooks.ts";
import type { PayPalState } from "./state.ts";

/** The sandbox's stand-in for PayPal: its routes and its scheduled tasks. */
interface PayPalSandbox {
  /** The REST API, the approval pages, and the merchant's actions on PayPal's own pages. */
  readonly routes: (switches: FaultSwitches) => Hono;
  /** Returns the next due task, or null if there is none. */
  readonly nextDue: () => Due | null;
}

/**
 * Creates the PayPal stand-in over its state. `webhookId` is part of event signatures; `base` returns the sandbox's own
 * URL.
 */
export const makePayPalSandbox = (state: PayPalState, webhookId: string, base: () => string): PayPalSandbox => {
  addOwnPlans(state);
  const payments = makePayments(state, base);
  const agreements = makeAgreements(state, base);
  const disputes = makeDisputes(state, base);
  return {
    routes: (switches) => {
      const app = new Hono();
      app.route("/", approvals(state, agreements));
      app.route("/", dashboard(state, payments, disputes, webhookId, base));
      app.route(
        "/",
        payPalApi(state, switches, (route) => {
          orderRoutes(state, payments, base)(route);
          planRoutes(state, base)(route);
          subscriptionRoutes(state, agreements, base)(route);
          webhookRoutes(state, base)(route);
          disputeRoutes(disputes)(route);
          notificationRoutes(state, base)(route);
        }),
      );
      return app;
    },
    nextDue: agreements.nextDue,
  };
};
