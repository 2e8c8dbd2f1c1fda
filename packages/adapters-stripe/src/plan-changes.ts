import type {
  CardDeclined,
  ChangeOrder,
  PaymentProviderDown,
  Payments,
  PlanPayment,
  ProviderPlan,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import Stripe from "stripe";
import { type Billing, priceData } from "./billing.ts";
import { ask, call, find, idOf, unlessRefused, orUnusable } from "./client.ts";
import { productOf, providerPlan } from "./provider-plan.ts";

type PlanChanges = Pick<
  Payments,
  | "plan"
  | "changePlan"
  | "adoptChange"
  | "findChange"
  | "abandonChange"
  | "changeAtPeriodEnd"
  | "cancelAtPeriodEnd"
  | "keepPlan"
  | "endPlan"
  | "payOverdue"
>;

/** What happens to a plan after its first payment: changes, cancellations, overdue renewals, the end. */
export const makePlanChanges = (
  stripe: Stripe,
  { invoicesOf, invoicePayment, ensureProduct, payInvoice }: Billing,
): PlanChanges => {
  const plan = (id: string): Effect.Effect<ProviderPlan | null, PaymentProviderDown> =>
    Effect.gen(function* () {
      const subscription = yield* find(() => stripe.subscriptions.retrieve(id));
      return subscription === null ? null : providerPlan(subscription, yield* invoicesOf(id));
    });

  const changeInvoice = (
    order: Pick<ChangeOrder, "order_id" | "subscription_id">,
  ): Effect.Effect<Stripe.Invoice | null, PaymentProviderDown> =>
    Effect.map(
      invoicesOf(order.subscription_id),
      // A sum that was left waiting may end up on a renewal's invoice: that is no payment of the change.
      (invoices) =>
        invoices.find(
          (invoice) =>
            invoice.billing_reason === "subscription_update" &&
            invoice.lines.data.some((line) => line.metadata["order_id"] === order.order_id),
        ) ?? null,
    );

  const findChange = (
    order: Pick<ChangeOrder, "order_id" | "subscription_id">,
  ): Effect.Effect<PlanPayment | null, PaymentProviderDown> =>
    Effect.gen(function* () {
      const invoice = yield* changeInvoice(order);
      return invoice === null ? null : yield* invoicePayment(order.subscription_id, invoice);
    });

  const withPlan = (
    id: string,
    work: (subscription: Stripe.Subscription) => Effect.Effect<void, PaymentProviderDown>,
  ): Effect.Effect<void, PaymentProviderDown> =>
    Effect.gen(function* () {
      const subscription = yield* find(() => stripe.subscriptions.retrieve(id));
      if (subscription !== null && subscription.status !== "canceled" && subscription.status !== "incomplete_expired")
        yield* work(subscription);
    });

  /** Removes the sum of a change that never came to an invoice. */
  const removeWaiting = (
    order: Pick<ChangeOrder, "order_id" | "customer_id">,
  ): Effect.Effect<void, PaymentProviderDown> =>
    Effect.gen(function* () {
      const waiting = yield* ask(() =>
        stripe.invoiceItems.list({ customer: order.customer_id, pending: true, limit: 100 }),
      );
      for (const item of waiting.data.filter((each) => each.metadata?.["order_id"] === order.order_id))
        yield* unlessRefused(() => stripe.invoiceItems.del(item.id));
    });

  /** Lets a card pay a subscription for now, and remembers which one did before; a card that is gone can't. */
  const lendCard = (
    subscription: Stripe.Subscription,
    paymentMethodId: string,
  ): Effect.Effect<void, CardDeclined | PaymentProviderDown> => {
    const before = idOf(subscription.default_payment_method);
    if (before === paymentMethodId) return Effect.void;
    const kept = subscription.metadata["card_before"] ?? before ?? "";
    return call(() =>
      stripe.subscriptions.update(subscription.id, {
        default_payment_method: paymentMethodId,
        metadata: { card_before: kept },
      }),
    ).pipe(Effect.asVoid, orUnusable);
  };

  /** The card that paid before pays again, where another one was lent to a change that was not paid. */
  const giveCardBack = (subscriptionId: string): Effect.Effect<void, PaymentProviderDown> =>
    withPlan(subscriptionId, (subscription) => {
      const before = subscription.metadata["card_before"] ?? "";
      return before === ""
        ? Effect.void
        : Effect.asVoid(
            unlessRefused(() =>
              stripe.subscriptions.update(subscriptionId, {
                default_payment_method: before,
                metadata: { card_before: "" },
              }),
            ),
          );
    });

  const voidUnlessPaid = (invoiceId: string): Effect.Effect<void, PaymentProviderDown> =>
    Effect.asVoid(unlessRefused(() => stripe.invoices.voidInvoice(invoiceId)));

  const releaseSchedule = (subscription: Stripe.Subscription): Effect.Effect<void, PaymentProviderDown> => {
    const schedule = idOf(subscription.schedule);
    return schedule === null
      ? Effect.void
      : Effect.asVoid(unlessRefused(() => stripe.subscriptionSchedules.release(schedule)));
  };

  return {
    plan,
    changePlan: (order) =>
      Effect.gen(function* () {
        const known = yield* findChange(order);
        if (known !== null) {
          if (known._tag !== "Paid") yield* giveCardBack(order.subscription_id);
          return known;
        }
        yield* ensureProduct(productOf(order.plan_variant_id), order.plan_name);
        const subscription = yield* ask(() => stripe.subscriptions.retrieve(order.subscription_id));
        const item = subscription.items.data[0];
        if (item === undefined || subscription.status === "canceled")
          return { _tag: "Ended", subscription_id: order.subscription_id };
        yield* releaseSchedule(subscription);
        // The provider charges the subscription's own card: it is the chosen one until the charge is made, and stays it if that works.
        yield* lendCard(subscription, order.payment_method_id);
        // The line stands on the invoice even where it is nothing: it is what the change is found by.
        yield* ask(() =>
          stripe.invoiceItems.create(
            {
              customer: order.customer_id,
              subscription: order.subscription_id,
              amount: -order.unused,
              currency: "usd",
              description: "Credit for what is unused",
              discountable: false,
              metadata: { order_id: order.order_id },
            },
            { idempotencyKey: `${order.order_id}:unused` },
          ),
        );
        yield* call(() =>
          stripe.subscriptions.update(
            order.subscription_id,
            {
              // A promo code was for the plan that it was bought with.
              items: [{ id: item.id, price_data: priceData(order), discounts: "" }],
              proration_behavior: "none",
              billing_cycle_anchor: { type: "now" },
              payment_behavior: "pending_if_incomplete",
            },
            { idempotencyKey: `${order.order_id}:change` },
          ),
        ).pipe(
          Effect.catchTag("CardDeclined", () => Effect.void),
          // Refused for what it asks, now and always: nothing was changed, and the sum must not wait for a renewal.
          Effect.catchTag("PaymentProviderDown", (down) =>
            down.cause instanceof Stripe.errors.StripeInvalidRequestError ? Effect.void : Effect.fail(down),
          ),
        );
        const after = yield* findChange(order);
        if (after?._tag !== "Paid") yield* giveCardBack(order.subscription_id);
        if (after === null) yield* removeWaiting(order);
        return after ?? { _tag: "Ended", subscription_id: order.subscription_id };
      }),
    adoptChange: (subscriptionId, paymentMethodId) =>
      withPlan(subscriptionId, () =>
        Effect.asVoid(
          unlessRefused(() =>
            stripe.subscriptions.update(subscriptionId, {
              cancel_at_period_end: false,
              default_payment_method: paymentMethodId,
              metadata: { card_before: "" },
            }),
          ),
        ),
      ),
    findChange,
    abandonChange: (order) =>
      Effect.gen(function* () {
        yield* giveCardBack(order.subscription_id);
        const invoice = yield* changeInvoice(order);
        if (invoice?.id !== undefined) return yield* voidUnlessPaid(invoice.id);
        yield* removeWaiting(order);
      }),
    changeAtPeriodEnd: (subscriptionId, to) =>
      Effect.gen(function* () {
        yield* ensureProduct(productOf(to.plan_variant_id), to.plan_name);
        yield* withPlan(subscriptionId, (subscription) =>
          Effect.gen(function* () {
            const item = subscription.items.data[0];
            if (item === undefined) return;
            if (subscription.cancel_at_period_end)
              yield* ask(() => stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: false }));
            const known = idOf(subscription.schedule);
            const schedule =
              known ??
              (yield* ask(() => stripe.subscriptionSchedules.create({ from_subscription: subscriptionId }))).id;
            yield* ask(() =>
              stripe.subscriptionSchedules.update(schedule, {
                end_behavior: "release",
                proration_behavior: "none",
                phases: [
                  {
                    items: [{ price: item.price.id, quantity: 1 }],
                    start_date: item.current_period_start,
                    end_date: item.current_period_end,
                  },
                  {
                    items: [{ price_data: priceData(to), quantity: 1 }],
                    start_date: item.current_period_end,
                    duration: { interval: to.interval, interval_count: 1 },
                  },
                ],
              }),
            );
          }),
        );
      }),
    cancelAtPeriodEnd: (subscriptionId) =>
      withPlan(subscriptionId, (subscription) =>
        Effect.gen(function* () {
          // The provider refuses to cancel what a schedule manages.
          yield* releaseSchedule(subscription);
          yield* ask(() => stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true }));
        }),
      ),
    keepPlan: (subscriptionId) =>
      withPlan(subscriptionId, (subscription) =>
        Effect.gen(function* () {
          yield* releaseSchedule(subscription);
          if (subscription.cancel_at_period_end)
            yield* ask(() => stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: false }));
        }),
      ),
    endPlan: (subscriptionId) =>
      withPlan(subscriptionId, () => Effect.asVoid(unlessRefused(() => stripe.subscriptions.cancel(subscriptionId)))),
    payOverdue: (subscriptionId, paymentMethodId) =>
      Effect.gen(function* () {
        const invoices = yield* invoicesOf(subscriptionId);
        const open = invoices.find(
          (invoice) => invoice.status === "open" && invoice.billing_reason === "subscription_cycle",
        );
        if (open?.id === undefined) return null;
        const { id } = open;
        yield* ask(() => stripe.subscriptions.update(subscriptionId, { default_payment_method: paymentMethodId }));
        yield* payInvoice(id, paymentMethodId);
        const after = yield* ask(() => stripe.invoices.retrieve(id, { expand: ["payments"] }));
        return yield* invoicePayment(subscriptionId, after);
      }),
  };
};
