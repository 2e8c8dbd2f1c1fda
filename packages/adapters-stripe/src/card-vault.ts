import { cents, firstCharacters } from "@backlot/domain";
import {
  type CardVault,
  type CustomerCard,
  MOST_CARD_CHARGES,
  type ProviderCall,
  type SetupIntent,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import type Stripe from "stripe";
import { idOf, ignoreInvalidRequest, ignoreRefusal, request, requestOrUnavailable, retrieveOrNull } from "./client.ts";
import { type Invoices, WITH_INTENT } from "./invoices.ts";

/** The maximum number of saved cards to read per customer. */
const MAX_CARDS = 1_000;

const expanded = <T extends { readonly id: string }>(reference: string | T | null): T | null =>
  typeof reference === "string" ? null : reference;

const toSetupIntent = (intent: Stripe.SetupIntent): SetupIntent => {
  const customer = expanded(intent.customer);
  const method = expanded(intent.payment_method);
  return {
    id: intent.id,
    client_secret: intent.client_secret ?? "",
    status: intent.status,
    customer_id: idOf(intent.customer),
    payment_method_id: idOf(intent.payment_method),
    is_chargeable: method !== null && idOf(method.customer) === idOf(intent.customer),
    customer_balance: cents(customer === null || customer.deleted ? 0 : customer.balance),
  };
};

const toCard = (method: Stripe.PaymentMethod): readonly CustomerCard[] =>
  method.card === undefined
    ? []
    : [
        {
          id: method.id,
          fingerprint: method.card.fingerprint ?? null,
          card: {
            brand: method.card.brand,
            display_brand: method.card.display_brand ?? method.card.brand,
            last4: method.card.last4,
            exp_month: method.card.exp_month,
            exp_year: method.card.exp_year,
          },
        },
      ];

/** The maximum length of a customer's name at Stripe, in characters. */
const MAX_NAME = 256;

/** How far back to list charges, in seconds. A search can miss charges from the last minute. */
const SEARCH_LAG = 120;

/** The time limit for reading several pages of charges, in milliseconds. */
const LISTING_MS = 30_000;

/** The maximum number of charges from the last few minutes to read. */
const MOST_LATEST_CHARGES = 1_000;

/** Creates the lookups of charges to cards whose number ends in four digits. */
const makeChargeSearch = (stripe: Stripe) => ({
  /** Searches all charges. Stripe adds new ones with a delay. */
  searchCharges: (last4: string): ProviderCall<readonly Stripe.Charge[]> =>
    Effect.map(
      // The search language quotes values; four digits need no escaping.
      requestOrUnavailable(() =>
        stripe.charges.search({
          query: `payment_method_details.card.last4:"${last4}" AND status:"succeeded"`,
          limit: MOST_CARD_CHARGES,
        }),
      ),
      ({ data }) => data,
    ),
  /** Lists charges from the last few minutes. */
  latestCharges: (last4: string): ProviderCall<readonly Stripe.Charge[]> =>
    Effect.map(
      requestOrUnavailable(
        () =>
          stripe.charges
            .list({ created: { gte: Math.floor(Date.now() / 1_000) - SEARCH_LAG }, limit: 100 })
            .autoPagingToArray({ limit: MOST_LATEST_CHARGES }),
        LISTING_MS,
      ),
      (charges) =>
        charges.filter(
          ({ status, payment_method_details }) =>
            status === "succeeded" && payment_method_details?.card?.last4 === last4,
        ),
    ),
});

/** Creates the card vault: customers, their cards, and their balance. */
export const makeCardVault = (
  stripe: Stripe,
  { invoicesOf, stateOf }: Invoices,
  { searchCharges, latestCharges } = makeChargeSearch(stripe),
): CardVault => ({
  createCustomer: ({ account_id, email, name }) =>
    requestOrUnavailable(() =>
      stripe.customers.create(
        { email, name: firstCharacters(name, MAX_NAME), metadata: { account_id } },
        { idempotencyKey: `${account_id}:customer` },
      ),
    ).pipe(Effect.map((customer) => customer.id)),
  customer: (customerId) =>
    requestOrUnavailable(() => stripe.customers.retrieve(customerId, { expand: ["subscriptions"] })).pipe(
      Effect.map((customer) =>
        customer.deleted
          ? { balance: cents(0), default_payment_method: null, plan_payment_methods: {} }
          : {
              balance: cents(customer.balance),
              default_payment_method: idOf(customer.invoice_settings.default_payment_method),
              plan_payment_methods: Object.fromEntries(
                (customer.subscriptions?.data ?? []).map((plan) => [plan.id, idOf(plan.default_payment_method)]),
              ),
            },
      ),
    ),
  adjustBalance: ({ id, customer_id, cents: amount, reason }) =>
    Effect.asVoid(
      requestOrUnavailable(() =>
        stripe.customers.createBalanceTransaction(
          customer_id,
          { amount, currency: "usd", description: reason },
          { idempotencyKey: `${id}:balance` },
        ),
      ),
    ),
  createSetupIntent: (customerId, paymentMethodId) =>
    request(() =>
      stripe.setupIntents.create({
        customer: customerId,
        usage: "off_session",
        allowed_payment_method_types: ["card"],
        ...(paymentMethodId === null ? {} : { payment_method: paymentMethodId, confirm: true }),
      }),
    ).pipe(Effect.map(toSetupIntent)),
  setupIntent: (id) =>
    retrieveOrNull(() => stripe.setupIntents.retrieve(id, { expand: ["customer", "payment_method"] })).pipe(
      Effect.map((intent) => (intent === null ? null : toSetupIntent(intent))),
    ),
  cards: (customerId) =>
    Effect.map(
      requestOrUnavailable(() =>
        stripe.customers
          .listPaymentMethods(customerId, { type: "card", limit: 100 })
          .autoPagingToArray({ limit: MAX_CARDS }),
      ),
      (methods) => methods.flatMap(toCard),
    ),
  makeDefaultCard: (customerId, paymentMethodId) =>
    Effect.asVoid(
      requestOrUnavailable(() =>
        stripe.customers.update(customerId, { invoice_settings: { default_payment_method: paymentMethodId } }),
      ),
    ),
  chargesTo: (last4) =>
    Effect.map(Effect.all([searchCharges(last4), latestCharges(last4)], { concurrency: 2 }), ([searched, latest]) =>
      [...new Map([...latest, ...searched].map((charge) => [charge.id, charge])).values()]
        .slice(0, MOST_CARD_CHARGES)
        .map(({ customer, payment_intent }) => ({
          customer_id: idOf(customer),
          payment_reference: idOf(payment_intent),
        })),
    ),
  // Stripe rejects a card that is unknown or already detached, so there is nothing left to do.
  detachCard: (paymentMethodId) =>
    Effect.asVoid(ignoreInvalidRequest(() => stripe.paymentMethods.detach(paymentMethodId))),
  setPaymentMethod: (subscription, card) =>
    Effect.asVoid(
      requestOrUnavailable(() => stripe.subscriptions.update(subscription, { default_payment_method: card })),
    ),
  payOverdue: (subscription, card) =>
    Effect.gen(function* () {
      const open = (yield* invoicesOf(subscription)).find(
        (invoice) => invoice.status === "open" && invoice.billing_reason === "subscription_cycle",
      );
      if (open?.id === undefined) return null;
      const { id } = open;
      yield* requestOrUnavailable(() => stripe.subscriptions.update(subscription, { default_payment_method: card }));
      const pay = () => stripe.invoices.pay(id, { off_session: false, payment_method: card, expand: WITH_INTENT });
      const read = () => stripe.invoices.retrieve(id, { expand: WITH_INTENT });
      const after = (yield* ignoreRefusal(pay)) ?? (yield* requestOrUnavailable(read));
      return yield* stateOf(after, { charge: id, subscription });
    }),
});
