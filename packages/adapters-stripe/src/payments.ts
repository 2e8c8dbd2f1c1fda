import { cents, epochMs, message, sum } from "@backlot/domain";
import { Promo } from "@backlot/domain/discount.schema";
import {
  type BilledPlan,
  CardDeclined,
  type ChangeOrder,
  ForgedWebhook,
  PaymentProviderDown,
  type Payments,
  type PlanOrder,
  type PlanPayment,
  type ProviderPlan,
  type SavedCard,
  type SetupIntent,
  type SinglePayment,
  type WebhookHint,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import * as Result from "effect/Result";
import * as Schedule from "effect/Schedule";
import * as Schema from "effect/Schema";
import Stripe from "stripe";
import { intentIdOf, planPayment } from "./plan-payment.ts";
import { paidInvoice, paymentOf, productOf, providerPlan, singlePayment } from "./provider-plan.ts";

/** The API version that this adapter is written for. */
export const STRIPE_API_VERSION = "2026-10-28.endive";

/** Keys, and where the provider is: its own hosts unless `baseUrl` names another. */
export interface StripeOptions {
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly baseUrl?: string | undefined;
  /** Milliseconds to wait for one answer. */
  readonly timeoutMs?: number | undefined;
}

const client = (options: StripeOptions): Stripe => {
  const common = { apiVersion: STRIPE_API_VERSION, maxNetworkRetries: 2, timeout: options.timeoutMs ?? 20_000, telemetry: false } as const;
  if (options.baseUrl === undefined) return new Stripe(options.secretKey, common);
  const url = new URL(options.baseUrl);
  const protocol = url.protocol === "https:" ? "https" : "http";
  return new Stripe(options.secretKey, {
    ...common,
    host: url.hostname,
    port: url.port === "" ? (protocol === "https" ? 443 : 80) : Number(url.port),
    protocol,
  });
};

const isCode = (error: unknown, code: string): boolean => error instanceof Stripe.errors.StripeError && error.code === code;

/** Another request with our key is on its way: its answer is ours too, as soon as there is one. */
const inFlight = (error: unknown): boolean => isCode(error, "idempotency_key_in_use");

const call = <A>(ask: () => Promise<A>): Effect.Effect<A, CardDeclined | PaymentProviderDown> =>
  Effect.tryPromise({ try: ask, catch: (error) => error }).pipe(
    Effect.retry({ while: inFlight, schedule: Schedule.spaced("150 millis"), times: 100 }),
    Effect.catch((error): Effect.Effect<never, CardDeclined | PaymentProviderDown> => {
      if (error instanceof Stripe.errors.StripeCardError) {
        return Effect.fail(new CardDeclined({ message: error.message, decline_code: error.decline_code ?? error.code ?? null }));
      }
      // What is no answer of the provider is a mistake of ours, and must not look like the provider's.
      return error instanceof Stripe.errors.StripeError ? Effect.fail(new PaymentProviderDown({ cause: error })) : Effect.die(error);
    }),
  );

/** A call that no card can be the matter of. */
const ask = <A>(question: () => Promise<A>): Effect.Effect<A, PaymentProviderDown> =>
  call(question).pipe(Effect.catchTag("CardDeclined", (cause) => Effect.fail(new PaymentProviderDown({ cause }))));

/** The same, with null for what the provider does not know. */
const find = <A>(question: () => Promise<A>): Effect.Effect<A | null, PaymentProviderDown> =>
  ask(async () => {
    try {
      return await question();
    } catch (error) {
      if (isCode(error, "resource_missing")) return null;
      throw error;
    }
  });

const idOf = (reference: string | { readonly id: string } | null): string | null => (typeof reference === "string" ? reference : (reference?.id ?? null));

const setupIntent = (intent: Stripe.SetupIntent): SetupIntent => ({
  id: intent.id,
  client_secret: intent.client_secret ?? "",
  status: intent.status,
  customer_id: idOf(intent.customer),
  payment_method_id: idOf(intent.payment_method),
});

const savedCard = (method: Stripe.PaymentMethod): SavedCard[] =>
  method.card === undefined
    ? []
    : [
        {
          id: method.id,
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
    readonly payment_intent?: string | { readonly id: string } | null;
  };
  const details = object.object === "invoice" ? object.parent?.subscription_details : null;
  const own = (kind: string): string | null => (object.object === kind ? (object.id ?? null) : null);
  return {
    event_id: event.id,
    type: event.type,
    subscription_id: own("subscription") ?? idOf(details?.subscription ?? object.subscription ?? null) ?? object.released_subscription ?? null,
    order_id: details?.metadata?.["order_id"] ?? object.metadata?.["order_id"] ?? null,
    payment_id: own("payment_intent") ?? idOf(object.payment_intent ?? null),
  };
};

const decodePromo = Schema.decodeUnknownResult(Promo);

/** The product of credits that are bought with a plan. */
const ADD_ON_PRODUCT = "credits";

const priceData = (plan: BilledPlan) => ({
  currency: "usd",
  product: productOf(plan.plan_variant_id),
  unit_amount: plan.amount,
  recurring: { interval: plan.interval },
});

/** The payment port over the Stripe SDK; a sandbox that speaks the same HTTP does as well. */
export const makePayments = (options: StripeOptions): Payments => {
  const stripe = client(options);

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
        const isFirst = latest === null || typeof latest === "string" || latest.billing_reason === "subscription_create";
        return isFirst ? standingOf(subscription) : firstPayment(subscription);
      }),
    );

  const invoicesOf = (subscription: string): Effect.Effect<readonly Stripe.Invoice[], PaymentProviderDown> =>
    ask(() => stripe.invoices.list({ subscription, limit: 100, expand: ["data.payments"] }).autoPagingToArray({ limit: 10_000 }));

  /** How an invoice of a subscription stands, with its intent. */
  const invoicePayment = (subscriptionId: string, invoice: Stripe.Invoice): Effect.Effect<PlanPayment, PaymentProviderDown> =>
    Effect.gen(function* () {
      const [paid] = paidInvoice(invoice);
      if (paid !== undefined) {
        const { id: invoice_id, amount_paid, period, payment_id } = paid;
        return { _tag: "Paid", subscription_id: subscriptionId, invoice_id, amount_paid, payment_id, period_start: period.start, period_end: period.end };
      }
      if (invoice.status !== "open") return { _tag: "Ended", subscription_id: subscriptionId };
      const intentId = paymentOf(invoice);
      const intent = intentId === null ? null : yield* ask(() => stripe.paymentIntents.retrieve(intentId));
      const standing = intent === null ? null : singlePayment(intent);
      switch (standing?._tag) {
        case "NeedsConfirmation":
          return { _tag: "NeedsConfirmation", subscription_id: subscriptionId, client_secret: standing.client_secret };
        case "Declined":
          return { _tag: "Declined", subscription_id: subscriptionId, message: standing.message, decline_code: standing.decline_code };
        default:
          return { _tag: "Open", subscription_id: subscriptionId };
      }
    });

  /** The payment that a subscription began with, of one that has been billed again since. */
  const firstPayment = (subscription: Stripe.Subscription): Effect.Effect<PlanPayment, PaymentProviderDown> =>
    Effect.gen(function* () {
      const first = (yield* invoicesOf(subscription.id)).find((invoice) => invoice.billing_reason === "subscription_create");
      return first === undefined ? { _tag: "Ended", subscription_id: subscription.id } : yield* invoicePayment(subscription.id, first);
    });

  const createSubscription = (order: PlanOrder) =>
    call(() =>
      stripe.subscriptions.create(
        {
          customer: order.customer_id,
          default_payment_method: order.payment_method_id,
          payment_behavior: "default_incomplete",
          // On the plan's own item: a discount of the whole subscription would lower the add-on too.
          items: [{ price_data: priceData(order), ...(order.promo_code === null ? {} : { discounts: [{ coupon: order.promo_code }] }) }],
          ...(order.add_on === null
            ? {}
            : { add_invoice_items: [{ price_data: { currency: "usd", product: ADD_ON_PRODUCT, unit_amount: order.add_on.amount } }] }),
          metadata: { order_id: order.order_id },
          expand: EXPAND,
        },
        { idempotencyKey: `${order.order_id}:subscribe` },
      ),
    ).pipe(
      // Asked again it would be refused again: a card that is gone, a customer that was deleted. The order ends with it.
      Effect.catchTag(
        "PaymentProviderDown",
        (down): Effect.Effect<never, CardDeclined | PaymentProviderDown> =>
          down.cause instanceof Stripe.errors.StripeInvalidRequestError
            ? Effect.fail(new CardDeclined({ message: message("card_unusable"), decline_code: down.cause.code ?? null }))
            : Effect.fail(down),
      ),
    );

  const ensureProduct = (id: string, name: string): Effect.Effect<void, PaymentProviderDown> =>
    Effect.gen(function* () {
      if ((yield* find(() => stripe.products.retrieve(id))) !== null) return;
      yield* ask(async () => {
        try {
          await stripe.products.create({ id, name });
        } catch (error) {
          // Somebody else made it since we looked.
          if (!isCode(error, "resource_already_exists")) throw error;
        }
      });
    });

  const findPlan = (order: Pick<PlanOrder, "order_id" | "customer_id">): Effect.Effect<PlanPayment | null, PaymentProviderDown> =>
    Effect.gen(function* () {
      const all = yield* find(() => stripe.subscriptions.list({ customer: order.customer_id, status: "all", limit: 100 }).autoPagingToArray({ limit: 10_000 }));
      const own = all?.find((subscription) => subscription.metadata["order_id"] === order.order_id);
      return own === undefined ? null : yield* subscriptionPayment(own.id);
    });

  /** A refusal or a bank's question is read from the objects afterwards, like every other outcome. */
  const payInvoice = (invoiceId: string, paymentMethodId: string | null = null): Effect.Effect<void, PaymentProviderDown> =>
    call(() => stripe.invoices.pay(invoiceId, { off_session: false, ...(paymentMethodId === null ? {} : { payment_method: paymentMethodId }) })).pipe(
      Effect.asVoid,
      Effect.catchTag("CardDeclined", () => Effect.void),
      Effect.catchTag("PaymentProviderDown", (down) => (down.cause instanceof Stripe.errors.StripeInvalidRequestError ? Effect.void : Effect.fail(down))),
    );

  /** A mistake in what we ask for, or something that has moved since: the objects say how it stands. */
  const unlessRefused = <A>(question: () => Promise<A>): Effect.Effect<A | null, PaymentProviderDown> =>
    ask(question).pipe(
      Effect.catchTag("PaymentProviderDown", (down) =>
        down.cause instanceof Stripe.errors.StripeInvalidRequestError ? Effect.succeed(null) : Effect.fail(down),
      ),
    );

  const plan = (id: string): Effect.Effect<ProviderPlan | null, PaymentProviderDown> =>
    Effect.gen(function* () {
      const subscription = yield* find(() => stripe.subscriptions.retrieve(id));
      return subscription === null ? null : providerPlan(subscription, yield* invoicesOf(id));
    });

  const changeInvoice = (order: Pick<ChangeOrder, "order_id" | "subscription_id">): Effect.Effect<Stripe.Invoice | null, PaymentProviderDown> =>
    Effect.map(
      invoicesOf(order.subscription_id),
      // A sum that was left waiting may end up on a renewal's invoice: that is no payment of the change.
      (invoices) =>
        invoices.find(
          (invoice) => invoice.billing_reason === "subscription_update" && invoice.lines.data.some((line) => line.metadata["order_id"] === order.order_id),
        ) ?? null,
    );

  const findChange = (order: Pick<ChangeOrder, "order_id" | "subscription_id">): Effect.Effect<PlanPayment | null, PaymentProviderDown> =>
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
      if (subscription !== null && subscription.status !== "canceled" && subscription.status !== "incomplete_expired") yield* work(subscription);
    });

  /** Removes the sum of a change that never came to an invoice. */
  const removeWaiting = (order: Pick<ChangeOrder, "order_id" | "customer_id">): Effect.Effect<void, PaymentProviderDown> =>
    Effect.gen(function* () {
      const waiting = yield* ask(() => stripe.invoiceItems.list({ customer: order.customer_id, pending: true, limit: 100 }));
      for (const item of waiting.data.filter((each) => each.metadata?.["order_id"] === order.order_id))
        yield* unlessRefused(() => stripe.invoiceItems.del(item.id));
    });

  /** Lets a card pay a subscription for now, and remembers which one did before; a card that is gone can't. */
  const lendCard = (subscription: Stripe.Subscription, paymentMethodId: string): Effect.Effect<void, CardDeclined | PaymentProviderDown> => {
    const before = idOf(subscription.default_payment_method);
    if (before === paymentMethodId) return Effect.void;
    const kept = subscription.metadata["card_before"] ?? before ?? "";
    return call(() => stripe.subscriptions.update(subscription.id, { default_payment_method: paymentMethodId, metadata: { card_before: kept } })).pipe(
      Effect.asVoid,
      Effect.catchTag(
        "PaymentProviderDown",
        (down): Effect.Effect<never, CardDeclined | PaymentProviderDown> =>
          down.cause instanceof Stripe.errors.StripeInvalidRequestError
            ? Effect.fail(new CardDeclined({ message: message("card_unusable"), decline_code: down.cause.code ?? null }))
            : Effect.fail(down),
      ),
    );
  };

  /** The card that paid before pays again, where another one was lent to a change that was not paid. */
  const giveCardBack = (subscriptionId: string): Effect.Effect<void, PaymentProviderDown> =>
    withPlan(subscriptionId, (subscription) => {
      const before = subscription.metadata["card_before"] ?? "";
      return before === ""
        ? Effect.void
        : Effect.asVoid(unlessRefused(() => stripe.subscriptions.update(subscriptionId, { default_payment_method: before, metadata: { card_before: "" } })));
    });

  const voidUnlessPaid = (invoiceId: string): Effect.Effect<void, PaymentProviderDown> =>
    Effect.asVoid(unlessRefused(() => stripe.invoices.voidInvoice(invoiceId)));

  const releaseSchedule = (subscription: Stripe.Subscription): Effect.Effect<void, PaymentProviderDown> => {
    const schedule = idOf(subscription.schedule);
    return schedule === null ? Effect.void : Effect.asVoid(unlessRefused(() => stripe.subscriptionSchedules.release(schedule)));
  };

  const payment = (id: string): Effect.Effect<SinglePayment | null, PaymentProviderDown> =>
    Effect.map(
      find(() => stripe.paymentIntents.retrieve(id)),
      (intent) => (intent === null ? null : singlePayment(intent)),
    );

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
        if (item === undefined || subscription.status === "canceled") return { _tag: "Ended", subscription_id: order.subscription_id };
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
          Effect.catchTag("PaymentProviderDown", (down) => (down.cause instanceof Stripe.errors.StripeInvalidRequestError ? Effect.void : Effect.fail(down))),
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
            if (subscription.cancel_at_period_end) yield* ask(() => stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: false }));
            const known = idOf(subscription.schedule);
            const schedule = known ?? (yield* ask(() => stripe.subscriptionSchedules.create({ from_subscription: subscriptionId }))).id;
            yield* ask(() =>
              stripe.subscriptionSchedules.update(schedule, {
                end_behavior: "release",
                proration_behavior: "none",
                phases: [
                  { items: [{ price: item.price.id, quantity: 1 }], start_date: item.current_period_start, end_date: item.current_period_end },
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
          if (subscription.cancel_at_period_end) yield* ask(() => stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: false }));
        }),
      ),
    endPlan: (subscriptionId) => withPlan(subscriptionId, () => Effect.asVoid(unlessRefused(() => stripe.subscriptions.cancel(subscriptionId)))),
    payOverdue: (subscriptionId, paymentMethodId) =>
      Effect.gen(function* () {
        const invoices = yield* invoicesOf(subscriptionId);
        const open = invoices.find((invoice) => invoice.status === "open" && invoice.billing_reason === "subscription_cycle");
        if (open?.id === undefined) return null;
        const { id } = open;
        yield* ask(() => stripe.subscriptions.update(subscriptionId, { default_payment_method: paymentMethodId }));
        yield* payInvoice(id, paymentMethodId);
        const after = yield* ask(() => stripe.invoices.retrieve(id, { expand: ["payments"] }));
        return yield* invoicePayment(subscriptionId, after);
      }),
    createPayment: (order) =>
      unlessRefused(
        () =>
          stripe.paymentIntents.create(
            {
              amount: order.amount,
              currency: "usd",
              customer: order.customer_id,
              allowed_payment_method_types: ["card"],
              description: order.description,
              metadata: { order_id: order.order_id },
              ...(order.payment_method_id === null ? {} : { payment_method: order.payment_method_id }),
            },
            { idempotencyKey: `${order.order_id}:payment` },
          ),
        // Refused for what it asks, and so for good: there is no payment, and there will be none.
      ).pipe(Effect.map((intent) => (intent === null ? { _tag: "Ended", payment_id: null } : singlePayment(intent)))),
    confirmPayment: (paymentId, paymentMethodId) =>
      Effect.gen(function* () {
        // A refusal, and a bank's question, are read from the payment afterwards.
        yield* call(() => stripe.paymentIntents.confirm(paymentId, paymentMethodId === null ? {} : { payment_method: paymentMethodId })).pipe(
          Effect.asVoid,
          Effect.catchTag("CardDeclined", () => Effect.void),
          Effect.catchTag("PaymentProviderDown", (down) => (down.cause instanceof Stripe.errors.StripeInvalidRequestError ? Effect.void : Effect.fail(down))),
        );
        return (yield* payment(paymentId)) ?? { _tag: "Ended", payment_id: paymentId };
      }),
    payment,
    abandonPayment: (paymentId) => Effect.asVoid(unlessRefused(() => stripe.paymentIntents.cancel(paymentId))),
    refunded: (paymentId) =>
      ask(() => stripe.refunds.list({ payment_intent: paymentId, limit: 100 })).pipe(
        Effect.map((refunds) => sum(refunds.data.filter((refund) => refund.status === "succeeded").map((refund) => cents(refund.amount)))),
      ),
    eventsSince: (at) =>
      ask(() => stripe.events.list({ created: { gte: Math.floor(epochMs(at) / 1_000) }, limit: 100 }).autoPagingToArray({ limit: 10_000 })).pipe(
        Effect.map((events) => events.reverse().map(hint)),
      ),
    createCustomer: ({ account_id, email, name }) =>
      ask(() => stripe.customers.create({ email, name, metadata: { account_id } }, { idempotencyKey: `${account_id}:customer` })).pipe(
        Effect.map((customer) => customer.id),
      ),
    customerBalance: (customerId) =>
      ask(() => stripe.customers.retrieve(customerId)).pipe(Effect.map((customer) => cents(customer.deleted ? 0 : customer.balance))),
    createSetupIntent: (customerId, paymentMethodId) =>
      call(() =>
        stripe.setupIntents.create({
          customer: customerId,
          usage: "off_session",
          allowed_payment_method_types: ["card"],
          ...(paymentMethodId === null ? {} : { payment_method: paymentMethodId, confirm: true }),
        }),
      ).pipe(Effect.map(setupIntent)),
    setupIntent: (id) => find(() => stripe.setupIntents.retrieve(id)).pipe(Effect.map((intent) => (intent === null ? null : setupIntent(intent)))),
    cards: (customerId) =>
      ask(() => stripe.customers.listPaymentMethods(customerId, { type: "card", limit: 100 })).pipe(Effect.map((methods) => methods.data.flatMap(savedCard))),
    detachCard: (paymentMethodId) => find(() => stripe.paymentMethods.detach(paymentMethodId)).pipe(Effect.asVoid),
    promo: (code) =>
      Effect.map(
        find(() => stripe.coupons.retrieve(code)),
        (coupon) => {
          // Only percentages for a number of months are sold with: anything else is refused when it is read.
          if (coupon === null || !coupon.valid || coupon.duration !== "repeating") return null;
          const read = decodePromo({ code: coupon.id, percent_off: coupon.percent_off, duration_in_months: coupon.duration_in_months });
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
    readWebhook: (rawBody, signature) =>
      Effect.tryPromise({
        try: () => stripe.webhooks.constructEventAsync(rawBody, signature, options.webhookSecret),
        catch: (error) => new ForgedWebhook({ message: error instanceof Error ? error.message : String(error) }),
      }).pipe(Effect.map(hint)),
  };
};
