import type { SubscriptionBilling } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type Stripe from "stripe";
import { ignoreInvalidRequest, requestOrUnavailable, retrieveOrNull } from "./client.ts";
import type { Invoices } from "./invoices.ts";
import { type NextInvoices, WITH_NEXT_INVOICE } from "./next-invoice.ts";
import { isDraftRenewal, isOpenRenewal, isOverdueRenewal, toProviderSubscription } from "./provider-subscription.ts";
import type { Schedules } from "./schedules.ts";

/** Creates the methods for a subscription after its first payment: scheduling, canceling, and ending it. */
export const makeSubscriptionBilling = (
  stripe: Stripe,
  { invoicesOf, awaitsConfirmation }: Invoices,
  { withLiving, release, uncancel, schedule, restoreDiscount }: Schedules,
  { nextInvoiceOf }: NextInvoices,
): SubscriptionBilling => {
  /**
   * Stops Stripe from collecting a subscription's open and draft renewals. Voiding an open renewal returns the account
   * credit it used. A draft can't be voided, and finalizing it first could spend account credit, so stop its collection
   * instead.
   */
  const stopRenewals = (id: string) =>
    Effect.gen(function* () {
      for (const invoice of yield* invoicesOf(id)) {
        if (isOpenRenewal(invoice)) yield* ignoreInvalidRequest(() => stripe.invoices.voidInvoice(invoice.id));
        if (isDraftRenewal(invoice))
          yield* ignoreInvalidRequest(() => stripe.invoices.update(invoice.id, { auto_advance: false }));
      }
    });

  return {
    plansKnown: true,
    retrieve: (id) =>
      Effect.gen(function* () {
        const [subscription, invoices] = yield* Effect.all(
          [retrieveOrNull(() => stripe.subscriptions.retrieve(id, { expand: WITH_NEXT_INVOICE })), invoicesOf(id)],
          { concurrency: 2 },
        );
        if (subscription === null) return null;
        const failed = invoices.find(isOverdueRenewal);
        const isUnconfirmed = failed === undefined ? false : yield* awaitsConfirmation(failed);
        return toProviderSubscription(subscription, invoices, yield* nextInvoiceOf(subscription), isUnconfirmed);
      }),
    cancelAtPeriodEnd: (id) =>
      withLiving(id, (subscription) =>
        Effect.gen(function* () {
          yield* release(subscription);
          yield* requestOrUnavailable(() => stripe.subscriptions.update(id, { cancel_at_period_end: true }));
          yield* stopRenewals(id);
        }),
      ),
    schedulePlan: schedule,
    resume: (id, _plan, discount) =>
      withLiving(id, (subscription) =>
        Effect.gen(function* () {
          yield* release(subscription);
          yield* uncancel(subscription);
          // Restore a discount that an interrupted change removed.
          if (discount !== null) yield* restoreDiscount(id, discount);
        }),
      ),
    cancelNow: (id) =>
      Effect.gen(function* () {
        yield* withLiving(id, () => Effect.asVoid(ignoreInvalidRequest(() => stripe.subscriptions.cancel(id))));
        // Do this even if the subscription had already ended, because its renewal then stays open.
        yield* stopRenewals(id);
      }),
  };
};
