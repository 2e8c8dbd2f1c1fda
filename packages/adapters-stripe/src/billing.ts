import type { BilledPlan, PaymentProviderDown, PlanPayment } from "@backlot/ports";
import * as Effect from "effect/Effect";
import Stripe from "stripe";
import { ask, call, find, isCode } from "./client.ts";
import { paidInvoice, paymentOf, productOf, singlePayment } from "./provider-plan.ts";

/** What a plan costs, as the provider takes it: products and prices are made as they are sold. */
export const priceData = (plan: BilledPlan) => ({
  currency: "usd",
  product: productOf(plan.plan_variant_id),
  unit_amount: plan.amount,
  recurring: { interval: plan.interval },
});

/** Products and invoices: what plans, their changes and their renewals have in common. */
export const makeBilling = (stripe: Stripe) => {
  const invoicesOf = (subscription: string): Effect.Effect<readonly Stripe.Invoice[], PaymentProviderDown> =>
    ask(() =>
      stripe.invoices
        .list({ subscription, limit: 100, expand: ["data.payments"] })
        .autoPagingToArray({ limit: 10_000 }),
    );

  /** How an invoice of a subscription stands, with its intent. */
  const invoicePayment = (
    subscriptionId: string,
    invoice: Stripe.Invoice,
  ): Effect.Effect<PlanPayment, PaymentProviderDown> =>
    Effect.gen(function* () {
      const [paid] = paidInvoice(invoice);
      if (paid !== undefined) {
        const { id: invoice_id, amount_paid, period, payment_id } = paid;
        return {
          _tag: "Paid",
          subscription_id: subscriptionId,
          invoice_id,
          amount_paid,
          payment_id,
          period_start: period.start,
          period_end: period.end,
        };
      }
      if (invoice.status !== "open") return { _tag: "Ended", subscription_id: subscriptionId };
      const intentId = paymentOf(invoice);
      const intent = intentId === null ? null : yield* ask(() => stripe.paymentIntents.retrieve(intentId));
      const standing = intent === null ? null : singlePayment(intent);
      switch (standing?._tag) {
        case "NeedsConfirmation":
          return { _tag: "NeedsConfirmation", subscription_id: subscriptionId, client_secret: standing.client_secret };
        case "Declined":
          return {
            _tag: "Declined",
            subscription_id: subscriptionId,
            message: standing.message,
            decline_code: standing.decline_code,
          };
        default:
          return { _tag: "Open", subscription_id: subscriptionId };
      }
    });

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

  /** A refusal or a bank's question is read from the objects afterwards, like every other outcome. */
  const payInvoice = (
    invoiceId: string,
    paymentMethodId: string | null = null,
  ): Effect.Effect<void, PaymentProviderDown> =>
    call(() =>
      stripe.invoices.pay(invoiceId, {
        off_session: false,
        ...(paymentMethodId === null ? {} : { payment_method: paymentMethodId }),
      }),
    ).pipe(
      Effect.asVoid,
      Effect.catchTag("CardDeclined", () => Effect.void),
      Effect.catchTag("PaymentProviderDown", (down) =>
        down.cause instanceof Stripe.errors.StripeInvalidRequestError ? Effect.void : Effect.fail(down),
      ),
    );

  return { invoicesOf, invoicePayment, ensureProduct, payInvoice };
};

/** What bills and collects at the provider. */
export type Billing = ReturnType<typeof makeBilling>;
