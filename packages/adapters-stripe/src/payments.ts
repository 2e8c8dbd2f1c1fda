import { cents, message } from "@backlot/domain";
import {
  CardDeclined,
  ForgedWebhook,
  PaymentProviderDown,
  type Payments,
  type PlanOrder,
  type PlanPayment,
  type SavedCard,
  type SetupIntent,
  type WebhookHint,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import * as Schedule from "effect/Schedule";
import Stripe from "stripe";
import { intentIdOf, planPayment } from "./plan-payment.ts";

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
  };
  const details = object.object === "invoice" ? object.parent?.subscription_details : null;
  return {
    event_id: event.id,
    type: event.type,
    subscription_id: object.object === "subscription" ? (object.id ?? null) : idOf(details?.subscription ?? null),
    order_id: details?.metadata?.["order_id"] ?? object.metadata?.["order_id"] ?? null,
  };
};

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
      Effect.flatMap((subscription) => (subscription === null ? Effect.succeed(null) : standingOf(subscription))),
    );

  const createSubscription = (order: PlanOrder) =>
    call(() =>
      stripe.subscriptions.create(
        {
          customer: order.customer_id,
          default_payment_method: order.payment_method_id,
          payment_behavior: "default_incomplete",
          items: [
            {
              price_data: {
                currency: "usd",
                product: `plan_${order.plan_variant_id}`,
                unit_amount: order.amount,
                recurring: { interval: order.interval },
              },
            },
          ],
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

  const ensureProduct = (order: PlanOrder): Effect.Effect<void, PaymentProviderDown> => {
    const id = `plan_${order.plan_variant_id}`;
    return Effect.gen(function* () {
      if ((yield* find(() => stripe.products.retrieve(id))) !== null) return;
      yield* ask(async () => {
        try {
          await stripe.products.create({ id, name: order.plan_name }, { idempotencyKey: `${order.order_id}:product` });
        } catch (error) {
          // Somebody else made it since we looked.
          if (!isCode(error, "resource_already_exists")) throw error;
        }
      });
    });
  };

  const findPlan = (order: Pick<PlanOrder, "order_id" | "customer_id">): Effect.Effect<PlanPayment | null, PaymentProviderDown> =>
    Effect.gen(function* () {
      const all = yield* find(() => stripe.subscriptions.list({ customer: order.customer_id, status: "all", limit: 100 }).autoPagingToArray({ limit: 10_000 }));
      const own = all?.find((subscription) => subscription.metadata["order_id"] === order.order_id);
      return own === undefined ? null : yield* subscriptionPayment(own.id);
    });

  /** A refusal or a bank's question is read from the objects afterwards, like every other outcome. */
  const payInvoice = (invoiceId: string): Effect.Effect<void, PaymentProviderDown> =>
    call(() => stripe.invoices.pay(invoiceId, { off_session: false })).pipe(
      Effect.asVoid,
      Effect.catchTag("CardDeclined", () => Effect.void),
      Effect.catchTag("PaymentProviderDown", (down) => (down.cause instanceof Stripe.errors.StripeInvalidRequestError ? Effect.void : Effect.fail(down))),
    );

  return {
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
    findPlan,
    openPlan: (order) =>
      Effect.gen(function* () {
        yield* ensureProduct(order);
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
