import type { ProviderCall } from "@backlot/ports";
import * as Effect from "effect/Effect";
import Stripe from "stripe";
import { requestOrUnavailable } from "../client.ts";

/** The id of an object that doesn't exist. */
const NOBODY = "backlot_check";

/**
 * The permissions that a restricted key needs, by their names in Stripe's dashboard, each with a request that needs
 * that permission. The requests change nothing, because each is for an object that doesn't exist, or reads a list.
 */
const PERMISSIONS: readonly (readonly [string, (stripe: Stripe) => Promise<unknown>])[] = [
  ["Customers: Write", (stripe) => stripe.customers.update(NOBODY, {})],
  ["Payment Methods: Write", (stripe) => stripe.paymentMethods.detach(NOBODY)],
  ["Setup Intents: Write", (stripe) => stripe.setupIntents.confirm(NOBODY)],
  ["Payment Intents: Write", (stripe) => stripe.paymentIntents.cancel(NOBODY)],
  ["Charges and Refunds: Write", (stripe) => stripe.refunds.create({ payment_intent: NOBODY })],
  ["Disputes: Read", (stripe) => stripe.disputes.list({ limit: 1 })],
  ["Events: Read", (stripe) => stripe.events.list({ limit: 1 })],
  ["Products: Write", (stripe) => stripe.products.update(NOBODY, {})],
  ["Prices: Write", (stripe) => stripe.prices.update(NOBODY, {})],
  ["Coupons: Write", (stripe) => stripe.coupons.update(NOBODY, {})],
  ["Promotion Codes: Read", (stripe) => stripe.promotionCodes.list({ limit: 1 })],
  ["Tax Rates: Write", (stripe) => stripe.taxRates.update(NOBODY, {})],
  ["Subscriptions: Write", (stripe) => stripe.subscriptions.update(NOBODY, {})],
  ["Subscription Schedules: Write", (stripe) => stripe.subscriptionSchedules.release(NOBODY)],
  ["Invoices: Write", (stripe) => stripe.invoices.pay(NOBODY)],
];

const isAllowed = (stripe: Stripe, ask: (stripe: Stripe) => Promise<unknown>): ProviderCall<boolean> =>
  requestOrUnavailable(async () => {
    try {
      await ask(stripe);
      return true;
    } catch (error) {
      if (error instanceof Stripe.errors.StripePermissionError) return false;
      // The key has the permission, but the object doesn't exist.
      if (error instanceof Stripe.errors.StripeInvalidRequestError) return true;
      throw error;
    }
  });

/** Returns the permissions that a key lacks, by their names in Stripe's dashboard. */
export const missingPermissions = (stripe: Stripe): ProviderCall<readonly string[]> =>
  Effect.map(
    Effect.all(
      PERMISSIONS.map(([name, ask]) => Effect.map(isAllowed(stripe, ask), (allowed) => (allowed ? [] : [name]))),
      { concurrency: 4 },
    ),
    (missing) => missing.flat(),
  );
