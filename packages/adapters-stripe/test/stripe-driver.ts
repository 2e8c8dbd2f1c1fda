import { type Stripe as StripePorts, makeStripe } from "@backlot/adapters-stripe";
import { NO_TAX, cents, instant } from "@backlot/domain";
import type { Charge, ChargeOf, ChargeState } from "@backlot/ports";
import * as Effect from "effect/Effect";
import * as Schedule from "effect/Schedule";
import Stripe from "stripe";
import type { Buyer, TestCards } from "@backlot/testing/contracts/card-vault";
import type { Funding } from "@backlot/testing/contracts/payment-gateway";
import type { Delivered, DisputedPayment, EventsRig } from "@backlot/testing/contracts/provider-events";
import type { BillingRig } from "@backlot/testing/contracts/subscription-billing";
import { until } from "@backlot/testing/guard";
import { isCode, makeClient } from "../src/client.ts";
import type { StripeRehearsalOptions } from "../src/setup/rehearsal.ts";
import { type ClockedCustomer, makeClockedCustomer } from "../src/setup/test-clock.ts";

const run = Effect.runPromise;

/** A customer and their card. */
export type Payer = Pick<Charge, "customer_id" | "payment_method_id"> & {
  readonly customer_id: string;
  readonly payment_method_id: string;
};

/** Stripe's test payment methods, which the sandbox accepts too. */
export const TEST_CARDS: TestCards = {
  pays: { id: "pm_card_visa", last4: "4242" },
  refusedAtSetup: "pm_card_chargeDeclined",
};
const CARD_OF: Readonly<Record<Funding, string>> = { ok: "pm_card_visa", insufficient: "pm_card_chargeCustomerFail" };

/** How long to wait before Stripe is asked again, in milliseconds. Test mode allows 25 calls a second. */
const BETWEEN_CALLS_MS = 500;

/** Returns the charge for a new subscription, as the store makes it. */
export const planCharge = (payer: Payer): ChargeOf<"subscription"> => ({
  order_id: crypto.randomUUID(),
  reference: null,
  ...payer,
  attempt: 0,
  return_urls: { return_url: "https://example.com/back", cancel_url: "https://example.com/no" },
  spec: {
    _tag: "subscription",
    plan: { plan_variant_id: 131, plan_name: "Pro", interval: "month", amount: cents(9_900) },
    due_today: cents(9_900),
    next_billing_at: instant(0),
    tax: NO_TAX,
    one_time: null,
    discount: null,
  },
});

/** Sends a request again while there were too many in the last second. */
export const patiently = <A>(ask: () => Promise<A>): Promise<A> =>
  run(
    Effect.tryPromise({ try: ask, catch: (error) => error }).pipe(
      Effect.retry({ while: (error) => isCode(error, "rate_limit"), schedule: Schedule.spaced("200 millis") }),
    ),
  );

const requirePaid = (state: ChargeState) => {
  if (state._tag !== "Succeeded") throw new Error(`expected it paid, got ${state._tag}`);
  return { payment: state.payment.refund_reference ?? "", amount: state.payment.amount };
};

/**
 * Creates Stripe's ports, with buyers who act through Stripe's API. The options select the sandbox or Stripe's test
 * mode.
 */
export const stripeDriver = (options: StripeRehearsalOptions) => {
  const ports: StripePorts = makeStripe(options);
  const api = makeClient(options);

  const buyer: Buyer = {
    confirmSetup: async ({ id }, testCard) => {
      try {
        await patiently(() => api.setupIntents.confirm(id, { payment_method: testCard }));
        return null;
      } catch (error) {
        if (error instanceof Stripe.errors.StripeCardError) return error.message;
        throw error;
      }
    },
  };

  /** The last customer that was made on a test clock. */
  let clocked: ClockedCustomer | null = null;

  const customerOnClock = async (): Promise<string> => {
    clocked = await makeClockedCustomer(api, { name: "Ada Lens", email: "ada@example.com" });
    return clocked.id;
  };

  /** Advances the time of the last customer on a test clock. */
  const advance: ClockedCustomer["advance"] = async (by, asDraft) => {
    if (clocked === null) throw new Error("no customer is on a test clock");
    await clocked.advance(by, asDraft);
  };

  const newCustomer = (): Promise<string> => {
    const account_id = crypto.randomUUID();
    return run(ports.cards.createCustomer({ account_id, email: `${account_id}@example.com`, name: "Ada Lens" }));
  };

  /** Creates a customer who has confirmed a test card. */
  const payerWith = async (testCard: string, newOne = newCustomer): Promise<Payer & { readonly setup: string }> => {
    const customer_id = await newOne();
    const setup = await run(ports.cards.createSetupIntent(customer_id, null));
    await buyer.confirmSetup(setup, testCard);
    const after = await run(ports.cards.setupIntent(setup.id));
    return { customer_id, payment_method_id: after?.payment_method_id ?? "", setup: setup.id };
  };
  /** Confirms another test card of a customer and returns its payment method. */
  const addCard = async (customer_id: string, testCard: string): Promise<string> => {
    const setup = await run(ports.cards.createSetupIntent(customer_id, null));
    await buyer.confirmSetup(setup, testCard);
    return (await run(ports.cards.setupIntent(setup.id)))?.payment_method_id ?? "";
  };
  const payer = async (funding: Funding): Promise<Payer> => {
    const { customer_id, payment_method_id } = await payerWith(CARD_OF[funding]);
    return { customer_id, payment_method_id };
  };

  /** Creates and captures the charge for a plan, as the store does. */
  const start = async (card: Payer, spec: Partial<ChargeOf<"subscription">["spec"]> = {}) => {
    const plain = planCharge(card);
    const charge = { ...plain, spec: { ...plain.spec, ...spec } };
    const open = await run(ports.gateway.create(charge));
    const known = { ...charge, reference: open.reference };
    return { charge: known, state: await run(ports.gateway.capture(known, open)) };
  };

  /** Creates a customer with a paid plan, and a function that returns a card to pay for a change. */
  const withPlan = async () => {
    const own = await payer("ok");
    const { charge, state } = await start(own);
    requirePaid(state);
    return {
      subscription_reference: charge.reference ?? "",
      payer: async (funding: Funding): Promise<Payer> =>
        funding === "ok" ? own : { ...own, payment_method_id: await addCard(own.customer_id ?? "", CARD_OF[funding]) },
    };
  };

  const subscribe = async () => {
    const { charge, state } = await start(await payer("ok"));
    return { order_id: charge.order_id, reference: charge.reference ?? "", ...requirePaid(state) };
  };

  const pay = async (card?: Payer) => {
    const charge: Charge = {
      ...planCharge(card ?? (await payer("ok"))),
      spec: { _tag: "one-time", amount: cents(6_785), description: "23 credits" },
    };
    const open = await run(ports.gateway.create(charge));
    const { payment, amount } = requirePaid(
      await run(ports.gateway.capture({ ...charge, reference: open.reference }, open)),
    );
    return { reference: payment, amount };
  };

  /** Opens a monthly plan of a customer on a new test clock. */
  const startOnClock = async (spec: Partial<ChargeOf<"subscription">["spec"]> = {}) => {
    const card = await payerWith(TEST_CARDS.pays.id, customerOnClock);
    const { charge, state } = await start(card, spec);
    return { ...card, charge, reference: charge.reference ?? "", first_amount: requirePaid(state).amount };
  };

  /** The renewals of plans, by a test clock. */
  const renewals: Pick<BillingRig, "start" | "setFunding" | "advance"> = {
    start: async () => {
      const { charge, reference, first_amount } = await startOnClock();
      return { order_id: charge.order_id, reference, first_amount, price: first_amount };
    },
    setFunding: async (reference, funding) => {
      const { customer } = await api.subscriptions.retrieve(reference);
      const default_payment_method = await addCard(String(customer), CARD_OF[funding]);
      await api.subscriptions.update(reference, { default_payment_method });
    },
    advance,
  };

  /** Payments that their bank disputes at once, by a test card. */
  const disputes: NonNullable<EventsRig["disputes"]> = {
    open: async (of): Promise<DisputedPayment> => {
      const card = await payerWith("pm_card_createDispute");
      const { payment, amount } =
        of === "plan"
          ? requirePaid((await start(card)).state)
          : await pay(card).then(({ reference, ...paid }) => ({ payment: reference, ...paid }));
      const id = await until(async () => {
        const { data } = await api.disputes.list({ payment_intent: payment });
        if (data[0] === undefined) throw new Error(`${payment} isn't disputed`);
        return data[0].id;
      }, BETWEEN_CALLS_MS);
      return { id, payment, amount };
    },
    close: async (dispute, outcome) => {
      const uncategorized_text = outcome === "won" ? "winning_evidence" : "losing_evidence";
      await api.disputes.update(dispute, { evidence: { uncategorized_text }, submit: true });
    },
  };

  const refundThere: EventsRig["refundThere"] = async (payment_intent, amount) => {
    await api.refunds.create({ payment_intent, ...(amount === undefined ? {} : { amount }) });
  };

  /** Returns Stripe's events since a time, oldest first, each signed like a webhook. */
  const deliveredSince = async (since: number): Promise<readonly Delivered[]> => {
    const listed = await api.events
      .list({ created: { gte: Math.floor(since / 1_000) }, limit: 100 })
      .autoPagingToArray({ limit: 10_000 });
    return listed.reverse().map((event) => {
      const payload = JSON.stringify(event);
      const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: options.webhookSecret });
      return { body: payload, headers: { "stripe-signature": signature } };
    });
  };

  return {
    options,
    ports,
    api,
    buyer,
    payer,
    payerWith,
    newCustomer,
    addCard,
    start,
    startOnClock,
    advance,
    withPlan,
    subscribe,
    pay,
    renewals,
    disputes,
    refundThere,
    deliveredSince,
  };
};

/** Stripe's ports, with buyers. */
export type StripeDriver = ReturnType<typeof stripeDriver>;
