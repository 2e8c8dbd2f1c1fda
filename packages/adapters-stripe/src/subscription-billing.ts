import type { SubscriptionBilling } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type Stripe from "stripe";
import { ignoreInvalidRequest, requestOrUnavailable, retrieveOrNull } from "./client.ts";
import type { Invoices } from "./invoices.ts";
import { type NextInvoices, WITH_NEXT_INVOICE } from "./next-invoice.ts";
import { isOverdueRenewal, toProviderSubscription } from "./provider-subscription.ts";
import type { Schedules } from "./schedules.ts";

/** Creates the methods for a subscription after its first payment: schedules, cancellations, termination. */
export const makeSubscriptionBilling = (
  stripe: Stripe,
  { invoicesOf, awaitsConfirmation }: Invoices,
  { withLiving, release, uncancel, schedule, restoreDiscount }: Schedules,
  { nextInvoiceOf }: NextInvoices,
): SubscriptionBilling => {
  /**
   * Voids the open renewals of a subscription, which Stripe would go on to collect. That gives back the account credit
   * that they had used.
   */
  const voidOpenRenewals = (id: string) =>
    Effect.gen(function* () {
      const open = (yield* invoicesOf(id)).flatMap((invoice) => (isOverdueRenewal(invoice) ? [invoice.id] : []));
      for (const invoice of open) yield* ignoreInvalidRequest(() => stripe.invoices.voidInvoice(invoice));
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
          yield* voidOpenRenewals(id);
        }),
      ),
    schedulePlan: schedule,
    resume: (id, _plan, discount) =>
      withLiving(id, (subscription) =>
        Effect.gen(function* () {
          yield* release(subscription);
          yield* uncancel(subscription);
          // Restore a discount that an interrupted change has removed.
          if (discount !== null) yield* restoreDiscount(id, discount);
        }),
      ),
    cancelNow: (id) =>
      Effect.gen(function* () {
        yield* withLiving(id, () => Effect.asVoid(ignoreInvalidRequest(() => stripe.subscriptions.cancel(id))));
        // Also if it was over already: a provider that ended it leaves its renewal open.
        yield* voidOpenRenewals(id);
      }),
  };
};
