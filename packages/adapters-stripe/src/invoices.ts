import type { ProviderCall, BilledPlan, ChargeState } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type Stripe from "stripe";
import { type InvoiceReferences, toInvoiceState } from "./charge-state.ts";
import { isCode, requestOrUnavailable, retrieveOrNull } from "./client.ts";
import { productOf } from "./provider-subscription.ts";

/** Returns a plan's price as Stripe expects it. */
const priceData = (plan: BilledPlan) => ({
  currency: "usd",
  product: productOf(plan.plan_variant_id),
  unit_amount: plan.amount,
  recurring: { interval: plan.interval },
});

const expandedIntent = (invoice: Stripe.Invoice): Stripe.PaymentIntent | null => {
  const intent = invoice.payments?.data[0]?.payment.payment_intent ?? null;
  return typeof intent === "string" ? null : intent;
};

/** The `expand` path to an invoice's payment intent. Stripe expands four levels at most, and this uses all of them. */
export const WITH_INTENT = ["payments.data.payment.payment_intent"];

/** Creates the helpers for products and invoices that subscriptions, plan changes and renewals share. */
export const makeInvoices = (stripe: Stripe) => {
  const productIds = new Set<string>();

  /**
   * Returns a subscription's invoices with their payments, newest first, or no invoices if the subscription doesn't
   * exist.
   */
  const invoicesOf = (subscription: string): ProviderCall<readonly Stripe.Invoice[]> =>
    Effect.map(
      retrieveOrNull(() =>
        stripe.invoices
          .list({ subscription, limit: 100, expand: ["data.payments"] })
          .autoPagingToArray({ limit: 10_000 }),
      ),
      (invoices) => invoices ?? [],
    );

  /** Returns the state of an invoice. Reads an open one again to get its payment intent. */
  const stateOf = (invoice: Stripe.Invoice, references: InvoiceReferences): ProviderCall<ChargeState> => {
    const { id } = invoice;
    if (invoice.status !== "open" || id === undefined || expandedIntent(invoice) !== null) {
      return Effect.succeed(toInvoiceState(invoice, references, expandedIntent(invoice)));
    }
    return Effect.map(
      requestOrUnavailable(() => stripe.invoices.retrieve(id, { expand: WITH_INTENT })),
      (whole) => toInvoiceState(whole, references, expandedIntent(whole)),
    );
  };

  /** Creates a product unless it exists. Checks once per process. */
  const ensureProduct = (id: string, name: string): ProviderCall<void> =>
    Effect.gen(function* () {
      if (productIds.has(id)) return;
      if ((yield* retrieveOrNull(() => stripe.products.retrieve(id))) === null) {
        yield* requestOrUnavailable(async () => {
          try {
            await stripe.products.create({ id, name });
          } catch (error) {
            // Another process created it in the meantime.
            if (!isCode(error, "resource_already_exists")) throw error;
          }
        });
      }
      productIds.add(id);
    });

  const prices = new Map<string, string>();

  const findPrice = (lookup_key: string): ProviderCall<string | null> =>
    Effect.map(
      requestOrUnavailable(() => stripe.prices.list({ lookup_keys: [lookup_key], active: true, limit: 1 })),
      ({ data }) => data[0]?.id ?? null,
    );

  /**
   * Creates a plan's price. Returns null if another price has its lookup key, unless `takesKey` is set. Another process
   * may have created that price in the meantime, or someone may have archived it in the dashboard.
   */
  const createPrice = (plan: BilledPlan, lookup_key: string, takesKey: boolean): ProviderCall<string | null> =>
    requestOrUnavailable(async () => {
      try {
        const data = { ...priceData(plan), lookup_key, ...(takesKey ? { transfer_lookup_key: true } : {}) };
        return (await stripe.prices.create(data)).id;
      } catch (error) {
        if (isCode(error, "resource_already_exists")) return null;
        throw error;
      }
    });

  /**
   * Returns the ID of a plan's Stripe price. Looks it up once per process, and creates it if it doesn't exist. An
   * inline price would be inactive. Schedules, and updates that can stay pending, don't accept inactive prices.
   */
  const ensurePrice = (plan: BilledPlan): ProviderCall<string> =>
    Effect.gen(function* () {
      const product = productOf(plan.plan_variant_id);
      const key = `backlot:${product}:${plan.interval}:${plan.amount}`;
      const cachedPrice = prices.get(key);
      if (cachedPrice !== undefined) return cachedPrice;
      yield* ensureProduct(product, plan.plan_name);
      const price =
        (yield* findPrice(key)) ??
        (yield* createPrice(plan, key, false)) ??
        (yield* findPrice(key)) ??
        (yield* createPrice(plan, key, true));
      if (price === null) throw new Error(`the lookup key ${key} belongs to another Stripe price`);
      prices.set(key, price);
      return price;
    });

  /** Returns whether an unpaid invoice is only waiting for the cardholder to confirm its payment with their bank. */
  const awaitsConfirmation = ({ id = "" }: Stripe.Invoice): ProviderCall<boolean> =>
    Effect.map(
      requestOrUnavailable(() => stripe.invoices.retrieve(id, { expand: WITH_INTENT })),
      (whole) => {
        const intent = expandedIntent(whole);
        return intent?.status === "requires_action" || intent?.last_payment_error?.code === "authentication_required";
      },
    );

  return { invoicesOf, awaitsConfirmation, stateOf, ensureProduct, ensurePrice };
};

/** The shared helpers for Stripe products and invoices. */
export type Invoices = ReturnType<typeof makeInvoices>;
