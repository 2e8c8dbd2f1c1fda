import { cents, epochMs } from "@backlot/domain";
import { Promo } from "@backlot/domain/pricing/discount.schema";
import {
  ForgedWebhook,
  type PaymentProviderDown,
  type Payments,
  type PlanOrder,
  type PlanPayment,
  type CustomerCard,
  type SetupIntent,
  type WebhookHint,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import * as Result from "effect/Result";
import * as Schema from "effect/Schema";
import Stripe from "stripe";
import { makeBilling, priceData } from "./billing.ts";
import { type StripeOptions, ask, call, client, find, idOf, orUnusable } from "./client.ts";
import { makePlanChanges } from "./plan-changes.ts";
import { intentIdOf, planPayment } from "./plan-payment.ts";
import { productOf } from "./provider-plan.ts";
import { makeSinglePayments } from "./single-payments.ts";

const setupIntent = (intent: Stripe.SetupIntent): SetupIntent => ({
  id: intent.id,
  client_secret: intent.client_secret ?? "",
  status: intent.status,
  customer_id: idOf(intent.customer),
  payment_method_id: idOf(intent.payment_method),
});

const savedCard = (method: Stripe.PaymentMethod, standard: string | null): CustomerCard[] =>
  method.card === undefined
    ? []
    : [
        {
          id: method.id,
          is_default: method.id === standard,
          card: {
            brand: method.card.brand,
            display_brand: method.card.display_brand ?? method.card.brand,
            last4: method.card.last4,
            exp_month: method.card.exp_month,
            exp_year: method.card.exp_year,
          },
        },
      ];

// The provider expands four levels at the most, so the intent below the payments is read by itself.
const EXPAND = ["latest_invoice.payments"];

const hint = (event: Stripe.Event): WebhookHint => {
  const object = event.data.object as {
    readonly object?: string;
    readonly id?: string;
    readonly metadata?: Record<string, string> | null;
    readonly parent?: Stripe.Invoice["parent"];
    readonly subscription?: string | { readonly id: string } | null;
    readonly released_subscription?: string | null;
    readonly customer?: string | { readonly id: string } | null;
    readonly payment_intent?: string | { readonly id: string } | null;
  };
  const details = object.object === "invoice" ? object.parent?.subscription_details : null;
  const own = (kind: string): string | null => (object.object === kind ? (object.id ?? null) : null);
  return {
    provider: "stripe",
    event_id: event.id,
    type: event.type,
    subscription_id:
      own("subscription") ??
      idOf(details?.subscription ?? object.subscription ?? null) ??
      object.released_subscription ??
      null,
    order_id: details?.metadata?.["order_id"] ?? object.metadata?.["order_id"] ?? null,
    payment_id: own("payment_intent") ?? idOf(object.payment_intent ?? null),
    customer_id: idOf(object.customer ?? null),
    refund_id: event.type.startsWith("charge.refund") ? (object.id ?? null) : null,
  };
};

const decodePromo = Schema.decodeUnknownResult(Promo);

/** The product of credits that are bought with a plan. */
const ADD_ON_PRODUCT = "credits";

/** The payment port over the Stripe SDK; a sandbox that speaks the same HTTP does as well. */
export const makePayments = (options: StripeOptions): Payments => {
  const stripe = client(options);
  const billing = makeBilling(stripe);
  const { invoicesOf, invoicePayment, ensureProduct, payInvoice } = billing;

  const standingOf = (subscription: Stripe.Subscription): Effect.Effect<PlanPayment, PaymentProviderDown> => {
    const intentId = intentIdOf(subscription);
    const intent = intentId === null ? Effect.succeed(null) : ask(() => stripe.paymentIntents.retrieve(intentId));
    return Effect.map(intent, (read) => planPayment(subscription, read));
  };

  const subscriptionPayment = (id: string): Effect.Effect<PlanPayment | null, PaymentProviderDown> =>
    find(() => stripe.subscriptions.retrieve(id, { expand: EXPAND })).pipe(
      Effect.flatMap((subscription) => {
        if (subscription === null) return Effect.succeed(null);
        const latest = subscription.latest_invoice;
        const isFirst =
          latest === null || typeof latest === "string" || latest.billing_reason === "subscription_create";
        return isFirst ? standingOf(subscription) : firstPayment(subscription);
      }),
    );

  /** The payment that a subscription began with, of one that has been billed again since. */
  const firstPayment = (subscription: Stripe.Subscription): Effect.Effect<PlanPayment, PaymentProviderDown> =>
    Effect.gen(function* () {
      const first = (yield* invoicesOf(subscription.id)).find(
        (invoice) => invoice.billing_reason === "subscription_create",
      );
      return first === undefined
        ? { _tag: "Ended", subscription_id: subscription.id }
        : yield* invoicePayment(subscription.id, first);
    });

  const createSubscription = (order: PlanOrder) =>
    call(() =>
      stripe.subscriptions.create(
        {
          customer: order.customer_id,
          default_payment_method: order.payment_method_id,
          payment_behavior: "default_incomplete",
          // On the plan's own item: a discount of the whole subscription would lower the add-on too.
          items: [
            {
              price_data: priceData(order),
              ...(order.promo_code === null ? {} : { discounts: [{ coupon: order.promo_code }] }),
            },
          ],
          ...(order.add_on === null
            ? {}
            : {
                add_invoice_items: [
                  { price_data: { currency: "usd", product: ADD_ON_PRODUCT, unit_amount: order.add_on.amount } },
                ],
              }),
          metadata: { order_id: order.order_id },
          expand: EXPAND,
        },
        { idempotencyKey: `${order.order_id}:subscribe` },
      ),
    ).pipe(orUnusable);

  const findPlan = (
    order: Pick<PlanOrder, "order_id" | "customer_id">,
  ): Effect.Effect<PlanPayment | null, PaymentProviderDown> =>
    Effect.gen(function* () {
      const all = yield* find(() =>
        stripe.subscriptions
          .list({ customer: order.customer_id, status: "all", limit: 100 })
          .autoPagingToArray({ limit: 10_000 }),
      );
      const own = all?.find((subscription) => subscription.metadata["order_id"] === order.order_id);
      return own === undefined ? null : yield* subscriptionPayment(own.id);
    });

  return {
    ...makePlanChanges(stripe, billing),
    ...makeSinglePayments(stripe),
    eventsSince: (at) =>
      ask(() =>
        stripe.events
          .list({ created: { gte: Math.floor(epochMs(at) / 1_000) }, limit: 100 })
          .autoPagingToArray({ limit: 10_000 }),
      ).pipe(Effect.map((events) => events.reverse().map(hint))),
    createCustomer: ({ account_id, email, name }) =>
      ask(() =>
        stripe.customers.create(
          { email, name, metadata: { account_id } },
          { idempotencyKey: `${account_id}:customer` },
        ),
      ).pipe(Effect.map((customer) => customer.id)),
    customerBalance: (customerId) =>
      ask(() => stripe.customers.retrieve(customerId)).pipe(
        Effect.map((customer) => cents(customer.deleted ? 0 : customer.balance)),
      ),
    createSetupIntent: (customerId, paymentMethodId) =>
      call(() =>
        stripe.setupIntents.create({
          customer: customerId,
          usage: "off_session",
          allowed_payment_method_types: ["card"],
          ...(paymentMethodId === null ? {} : { payment_method: paymentMethodId, confirm: true }),
        }),
      ).pipe(Effect.map(setupIntent)),
    setupIntent: (id) =>
      find(() => stripe.setupIntents.retrieve(id)).pipe(
        Effect.map((intent) => (intent === null ? null : setupIntent(intent))),
      ),
    cards: (customerId) =>
      Effect.gen(function* () {
        const [methods, customer] = yield* Effect.all(
          [
            ask(() => stripe.customers.listPaymentMethods(customerId, { type: "card", limit: 100 })),
            ask(() => stripe.customers.retrieve(customerId)),
          ],
          { concurrency: 2 },
        );
        const standard = customer.deleted ? null : idOf(customer.invoice_settings.default_payment_method);
        return methods.data.flatMap((method) => savedCard(method, standard));
      }),
    planCard: (subscriptionId) =>
      Effect.map(
        find(() => stripe.subscriptions.retrieve(subscriptionId)),
        (subscription) => idOf(subscription?.default_payment_method ?? null),
      ),
    payPlanWith: (subscriptionId, paymentMethodId) =>
      Effect.asVoid(
        ask(() => stripe.subscriptions.update(subscriptionId, { default_payment_method: paymentMethodId })),
      ),
    makeDefaultCard: (customerId, paymentMethodId) =>
      Effect.asVoid(
        ask(() =>
          stripe.customers.update(customerId, { invoice_settings: { default_payment_method: paymentMethodId } }),
        ),
      ),
    detachCard: (paymentMethodId) => find(() => stripe.paymentMethods.detach(paymentMethodId)).pipe(Effect.asVoid),
    promo: (code) =>
      Effect.map(
        find(() => stripe.coupons.retrieve(code)),
        (coupon) => {
          // Only percentages for a number of months are sold with: anything else is refused when it is read.
          if (coupon === null || !coupon.valid || coupon.duration !== "repeating") return null;
          const read = decodePromo({
            code: coupon.id,
            percent_off: coupon.percent_off,
            duration_in_months: coupon.duration_in_months,
          });
          return Result.isSuccess(read) ? read.success : null;
        },
      ),
    findPlan,
    openPlan: (order) =>
      Effect.gen(function* () {
        yield* ensureProduct(productOf(order.plan_variant_id), order.plan_name);
        if (order.add_on !== null) yield* ensureProduct(ADD_ON_PRODUCT, "Credits");
        return yield* standingOf(yield* createSubscription(order));
      }),
    payPlan: (subscriptionId) =>
      Effect.gen(function* () {
        const subscription = yield* find(() => stripe.subscriptions.retrieve(subscriptionId));
        const invoiceId = idOf(subscription?.latest_invoice ?? null);
        if (invoiceId !== null) yield* payInvoice(invoiceId);
        return yield* subscriptionPayment(subscriptionId);
      }),
    planPayment: subscriptionPayment,
    abandonPlan: (subscriptionId) =>
      Effect.gen(function* () {
        const subscription = yield* find(() => stripe.subscriptions.retrieve(subscriptionId));
        const invoice = idOf(subscription?.latest_invoice ?? null);
        if (invoice === null || subscription?.status !== "incomplete") return;
        // Voiding the first invoice ends the plan, and is refused where it was paid meanwhile: no money is lost.
        yield* ask(async () => {
          try {
            await stripe.invoices.voidInvoice(invoice);
          } catch (error) {
            if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
          }
        });
      }),
    readWebhook: (rawBody, headers) =>
      Effect.tryPromise({
        try: () =>
          stripe.webhooks.constructEventAsync(rawBody, headers["stripe-signature"] ?? "", options.webhookSecret),
        catch: (error) => new ForgedWebhook({ message: error instanceof Error ? error.message : String(error) }),
      }).pipe(Effect.map(hint)),
  };
};
