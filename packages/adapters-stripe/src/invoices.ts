import type { Asked, BilledPlan, ChargeState } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type Stripe from "stripe";
import { type InvoiceReferences, toInvoiceState } from "./charge-state.ts";
import { isCode, requestOrUnavailable, retrieveOrNull } from "./client.ts";
import { productOf } from "./provider-subscription.ts";

/** What a plan costs, as the provider takes it: products and prices are made as they are sold. */
export const priceData = (plan: BilledPlan) => ({
  currency: "usd",
  product: productOf(plan.plan_variant_id),
  unit_amount: plan.amount,
  recurring: { interval: plan.interval },
});

/** The intent of an invoice, where it came expanded. */
const expandedIntent = (invoice: Stripe.Invoice): Stripe.PaymentIntent | null => {
  const intent = invoice.payments?.data[0]?.payment.payment_intent ?? null;
  return typeof intent === "string" ? null : intent;
};

/** An invoice with its intent: the provider expands four levels at the most, and this is all of them. */
export const WITH_INTENT = ["payments.data.payment.payment_intent"];

/** Products and invoices: what subscriptions, their changes and their renewals have in common. */
export const makeInvoices = (stripe: Stripe) => {
  const known = new Set<string>();

  /** Every invoice of a subscription with its payments, newest first. */
  const invoicesOf = (subscription: string): Asked<readonly Stripe.Invoice[]> =>
    requestOrUnavailable(() =>
      stripe.invoices
        .list({ subscription, limit: 100, expand: ["data.payments"] })
        .autoPagingToArray({ limit: 10_000 }),
    );

  /** How an invoice stands; an open one is read again with its intent. */
  const stateOf = (invoice: Stripe.Invoice, references: InvoiceReferences): Asked<ChargeState> => {
    const { id } = invoice;
    if (invoice.status !== "open" || id === undefined || expandedIntent(invoice) !== null) {
      return Effect.succeed(toInvoiceState(invoice, references, expandedIntent(invoice)));
    }
    return Effect.map(
      requestOrUnavailable(() => stripe.invoices.retrieve(id, { expand: WITH_INTENT })),
      (whole) => toInvoiceState(whole, references, expandedIntent(whole)),
    );
  };

  /** Makes a product where there is none; asked once a process. */
  const ensureProduct = (id: string, name: string): Asked<void> =>
    Effect.gen(function* () {
      if (known.has(id)) return;
      if ((yield* retrieveOrNull(() => stripe.products.retrieve(id))) === null) {
        yield* requestOrUnavailable(async () => {
          try {
            await stripe.products.create({ id, name });
          } catch (error) {
            // Somebody else made it since we looked.
            if (!isCode(error, "resource_already_exists")) throw error;
          }
        });
      }
      known.add(id);
    });

  const prices = new Map<string, string>();

  /** The price of a plan, made where this process has not made it yet: an update that may wait takes no other kind. */
  const ensurePrice = (plan: BilledPlan): Asked<string> =>
    Effect.gen(function* () {
      yield* ensureProduct(productOf(plan.plan_variant_id), plan.plan_name);
      const key = `price:${productOf(plan.plan_variant_id)}:${plan.interval}:${plan.amount}`;
      const made = prices.get(key);
      if (made !== undefined) return made;
      const price = yield* requestOrUnavailable(() => stripe.prices.create(priceData(plan), { idempotencyKey: key }));
      prices.set(key, price.id);
      return price.id;
    });

  return { invoicesOf, stateOf, ensureProduct, ensurePrice };
};

/** Products and invoices. */
export type Invoices = ReturnType<typeof makeInvoices>;
