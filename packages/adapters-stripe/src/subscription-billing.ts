import type { SubscriptionBilling } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type Stripe from "stripe";
import { ignoreInvalidRequest, requestOrUnavailable, retrieveOrNull } from "./client.ts";
import type { Invoices } from "./invoices.ts";
import { isOverdueRenewal, toProviderSubscription } from "./provider-subscription.ts";
import type { Schedules } from "./schedules.ts";

/** What happens to a subscription after its first payment: schedules, cancellations, the end. */
export const makeSubscriptionBilling = (
  stripe: Stripe,
  { invoicesOf }: Invoices,
  { withLiving, release, uncancel, schedule, restoreDiscount }: Schedules,
): SubscriptionBilling => ({
  plansKnown: true,
  retrieve: (id) =>
    Effect.gen(function* () {
      const [subscription, invoices] = yield* Effect.all(
        [retrieveOrNull(() => stripe.subscriptions.retrieve(id)), invoicesOf(id)],
        { concurrency: 2 },
      );
      return subscription === null ? null : toProviderSubscription(subscription, invoices);
    }),
  cancelAtPeriodEnd: (id) =>
    withLiving(id, (subscription) =>
      Effect.gen(function* () {
        yield* release(subscription);
        yield* requestOrUnavailable(() => stripe.subscriptions.update(id, { cancel_at_period_end: true }));
        // A renewal that is open would be tried again, and paid for a period that its owner does not want.
        const open = (yield* invoicesOf(id)).flatMap((invoice) => (isOverdueRenewal(invoice) ? [invoice.id] : []));
        for (const invoice of open) yield* ignoreInvalidRequest(() => stripe.invoices.voidInvoice(invoice));
      }),
    ),
  schedulePlan: schedule,
  resume: (id, _plan, discount) =>
    withLiving(id, (subscription) =>
      Effect.gen(function* () {
        yield* release(subscription);
        yield* uncancel(subscription);
        // One that was lost on the way comes back.
        if (discount !== null) yield* restoreDiscount(id, discount);
      }),
    ),
  cancelNow: (id) => withLiving(id, () => Effect.asVoid(ignoreInvalidRequest(() => stripe.subscriptions.cancel(id)))),
});
