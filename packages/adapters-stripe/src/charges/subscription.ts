import type { Discount } from "@backlot/domain";
import type { ProviderCall, ChargeOf, ChargeState } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type Stripe from "stripe";
import {
  attemptSuffix,
  ignoreInvalidRequest,
  ignoreRefusal,
  invalidRequestAsDecline,
  request,
  requestOrUnavailable,
  retrieveOrNull,
} from "../client.ts";
import { toInvoiceState } from "../charge-state.ts";
import { type Invoices, WITH_INTENT } from "../invoices.ts";
import type { Schedules } from "../schedules.ts";
import type { TaxRates } from "../tax-rates.ts";
import type { Charges } from "./charges.ts";

type NewPlan = ChargeOf<"subscription">;

/** The id of the Stripe product for credits sold with a plan. */
const ADD_ON_PRODUCT = "credits";

const EXPAND = ["latest_invoice.confirmation_secret", "latest_invoice.payments"];

const canceled = (reference: string | null): ChargeState & { readonly _tag: "Canceled" } => ({
  _tag: "Canceled",
  reference,
  message: null,
  decline_code: null,
});

const invoiceOf = (subscription: Stripe.Subscription): Stripe.Invoice | null => {
  const invoice = subscription.latest_invoice;
  return typeof invoice === "string" ? null : invoice;
};

/** Creates the charges for new plans. Each is a subscription, and its first invoice is the charge. */
export const makeSubscriptionCharges = (
  stripe: Stripe,
  invoices: Invoices,
  schedules: Schedules,
  taxRates: TaxRates,
): Charges<"subscription"> => {
  const references = (id: string) => ({ charge: id, subscription: id });

  /** Returns the state of a subscription's first payment, even after renewals. */
  const stateOf = (subscription: Stripe.Subscription): ProviderCall<ChargeState> =>
    Effect.gen(function* () {
      const { id } = subscription;
      const latest = invoiceOf(subscription);
      const first =
        latest?.billing_reason === "subscription_create"
          ? latest
          : (yield* invoices.invoicesOf(id)).find((invoice) => invoice.billing_reason === "subscription_create");
      if (first === undefined) return canceled(id);
      const isOver = subscription.status === "incomplete_expired" || subscription.status === "canceled";
      if (isOver && first.status !== "paid") return canceled(id);
      return yield* invoices.stateOf(first, references(id));
    });

  const read = (id: string): ProviderCall<ChargeState> =>
    Effect.flatMap(
      retrieveOrNull(() => stripe.subscriptions.retrieve(id, { expand: EXPAND })),
      (subscription) => (subscription === null ? Effect.succeed(canceled(id)) : stateOf(subscription)),
    );

  const search = (charge: NewPlan): ProviderCall<ChargeState | null> =>
    Effect.gen(function* () {
      const all = yield* retrieveOrNull(() =>
        stripe.subscriptions
          .list({ customer: charge.customer_id ?? "", status: "all", limit: 100 })
          .autoPagingToArray({ limit: 10_000 }),
      );
      const orderSubscription = all?.find((subscription) => subscription.metadata["order_id"] === charge.order_id);
      return orderSubscription === undefined ? null : yield* read(orderSubscription.id);
    });

  /**
   * Returns the discounts for the plan's item: the code's coupon, the store's own coupon, which is created if
   * necessary, or the promotion code redeemed by an order from an older version.
   */
  const discountsOf = (discount: Discount | null): ProviderCall<Stripe.SubscriptionCreateParams.Item.Discount[]> => {
    if (discount === null) return Effect.succeed([]);
    const { reference, percent_off, cycles } = discount;
    if (reference === null)
      return Effect.map(schedules.ensureCoupon(percent_off, { months: cycles }), (coupon) => [{ coupon }]);
    return Effect.succeed([reference.startsWith("promo_") ? { promotion_code: reference } : { coupon: reference }]);
  };

  const create = (
    { order_id, customer_id, payment_method_id, attempt, spec }: NewPlan,
    price: string,
    discounts: Stripe.SubscriptionCreateParams.Item.Discount[],
    default_tax_rates: string[],
  ) =>
    request(() =>
      stripe.subscriptions.create(
        {
          customer: customer_id ?? "",
          default_payment_method: payment_method_id ?? "",
          payment_behavior: "default_incomplete",
          // The rates apply to every invoice, including renewals and the add-on.
          ...(default_tax_rates.length === 0 ? {} : { default_tax_rates }),
          items: [
            {
              price,
              // Discount the plan's item, because a discount on the whole subscription would also apply to the add-on.
              ...(discounts.length === 0 ? {} : { discounts }),
            },
          ],
          ...(spec.one_time === null
            ? {}
            : {
                add_invoice_items: [
                  { price_data: { currency: "usd", product: ADD_ON_PRODUCT, unit_amount: spec.one_time.amount } },
                ],
              }),
          metadata: { order_id, ...(spec.discount?.code == null ? {} : { promo_code: spec.discount.code }) },
          expand: EXPAND,
        },
        { idempotencyKey: `${order_id}:subscribe-price${attemptSuffix(attempt)}` },
      ),
    ).pipe(invalidRequestAsDecline);

  return {
    find: (charge) => (charge.reference === null ? search(charge) : read(charge.reference)),
    create: (charge) =>
      Effect.gen(function* () {
        const { plan, one_time } = charge.spec;
        const price = yield* invoices.ensurePrice(plan);
        if (one_time !== null) yield* invoices.ensureProduct(ADD_ON_PRODUCT, "Credits");
        const discounts = yield* discountsOf(charge.spec.discount);
        const rates = yield* taxRates.ratesFor(charge.spec.tax);
        const state = yield* create(charge, price, discounts, rates).pipe(
          Effect.map((subscription) => {
            const invoice = invoiceOf(subscription);
            if (invoice === null) throw new Error(`subscription ${subscription.id} has no invoice`);
            return toInvoiceState(invoice, references(subscription.id), null);
          }),
          Effect.catchTag("CardDeclined", ({ message, decline_code }) =>
            Effect.succeed({ ...canceled(null), message, decline_code }),
          ),
        );
        return state;
      }),
    capture: (_charge, state) => {
      if (!("handle" in state) || state.handle === null || state.reference === null) return Effect.succeed(state);
      const { handle, reference } = state;
      const pay = () => stripe.invoices.pay(handle, { off_session: false, expand: WITH_INTENT });
      return Effect.flatMap(ignoreRefusal(pay), (paid) =>
        paid === null
          ? Effect.flatMap(
              requestOrUnavailable(() => stripe.invoices.retrieve(handle, { expand: WITH_INTENT })),
              (invoice) => invoices.stateOf(invoice, references(reference)),
            )
          : invoices.stateOf(paid, references(reference)),
      );
    },
    cancel: (charge, state) => {
      if (!("handle" in state) || state.handle === null || state.reference === null) return Effect.succeed(state);
      const { handle, reference } = state;
      // Voiding the first invoice ends the subscription. Stripe refuses to void it if it was paid in the meantime, so
      // no payment is lost.
      return Effect.flatMap(
        ignoreInvalidRequest(() => stripe.invoices.voidInvoice(handle)),
        (voided) => (voided === null ? read(charge.reference ?? reference) : Effect.succeed(canceled(reference))),
      );
    },
    finalize: () => Effect.void,
  };
};
