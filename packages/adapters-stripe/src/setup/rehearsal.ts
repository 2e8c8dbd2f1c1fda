import { setTimeout as pause } from "node:timers/promises";
import { type Cents, NO_TAX, ZERO, cents, formatUsd, instant } from "@backlot/domain";
import {
  type BilledPlan,
  type Charge,
  type ChargeOf,
  type ChargeState,
  type Rehearsal,
  RehearsalFailed,
  rehearse,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import type Stripe from "stripe";
import { type StripeOptions, makeClient } from "../client.ts";
import { makeStripe } from "../stripe.ts";
import { type ClockedCustomer, makeClockedCustomer } from "./test-clock.ts";

/** The keys for a rehearsal, from test mode only. */
export interface StripeRehearsalOptions extends StripeOptions {
  readonly publishableKey: string;
}

const run = Effect.runPromise;

/** The rehearsal's plans. They aren't the store's plans, so the store's products stay unchanged. */
const planAt = (amount: Cents, plan_variant_id: number): BilledPlan => ({
  plan_variant_id,
  plan_name: "Rehearsal",
  interval: "month",
  amount,
});
const PLAN = planAt(cents(4_900), 990_001);
const LARGER = planAt(cents(9_900), 990_002);
const SMALLER = planAt(cents(1_900), 990_003);

/** How many times to look for a dispute, and how long to wait in between, in milliseconds. */
const LOOKS = 120;
const BETWEEN_LOOKS_MS = 1_000;

const paidOf = (state: ChargeState) => {
  if (state._tag !== "Succeeded")
    throw new RehearsalFailed(`The payment should have succeeded, but its state is ${state._tag}.`);
  return state.payment;
};

const paidText = (amount: Cents): string => `${formatUsd(amount)} was paid.`;

const chargeFor = <S extends Charge["spec"]>(
  customer_id: string | null,
  payment_method_id: string | null,
  spec: S,
) => ({
  order_id: crypto.randomUUID(),
  reference: null,
  customer_id,
  payment_method_id,
  attempt: 0,
  return_urls: { return_url: "https://example.com/", cancel_url: "https://example.com/" },
  spec,
});

const oneTime = (amount: number, description: string): ChargeOf<"one-time">["spec"] => ({
  _tag: "one-time",
  amount: cents(amount),
  description,
});

/**
 * Rehearses a store's use of Stripe, in test mode: a purchase of each kind, a renewal, an upgrade, a downgrade, a
 * refund, and a dispute. The browser steps use the publishable key, so keys from different accounts are detected.
 */
export const rehearseStripe = (options: StripeRehearsalOptions): Rehearsal => {
  const ports = makeStripe(options);
  const api = makeClient(options);
  const browser = makeClient({ ...options, secretKey: options.publishableKey });

  let customer: ClockedCustomer | null = null;
  const clocked = (): ClockedCustomer => {
    if (customer === null) throw new RehearsalFailed("There is no customer.");
    return customer;
  };
  let card = "";
  let plan = "";
  let credits = "";

  /**
   * Confirms a setup intent as a browser does. Returns the id of the saved card. Stripe's types leave out the client
   * secret, which a publishable key needs.
   */
  const saveCard = async (payment_method: string): Promise<string> => {
    const intent = await run(ports.cards.createSetupIntent(clocked().id, null));
    const typed = { payment_method, client_secret: intent.client_secret };
    await browser.setupIntents.confirm(intent.id, typed as Stripe.SetupIntentConfirmParams);
    return (await run(ports.cards.setupIntent(intent.id)))?.payment_method_id ?? "";
  };
  /** Creates and captures a charge, as the store does. */
  const pay = async (charge: Charge) => {
    const open = await run(ports.gateway.create(charge));
    const openCharge = { ...charge, reference: open.reference };
    const state = await run(ports.gateway.capture(openCharge, open));
    return { reference: open.reference ?? "", payment: paidOf(state) };
  };
  const planState = async () => {
    const subscription = await run(ports.billing.retrieve(plan));
    if (subscription === null) throw new RehearsalFailed("Stripe has no such plan.");
    return subscription;
  };
  const disputeOf = async (payment_intent: string): Promise<Stripe.Dispute> => {
    for (let look = 0; look < LOOKS; look += 1) {
      const [dispute] = (await api.disputes.list({ payment_intent })).data;
      if (dispute !== undefined) return dispute;
      await pause(BETWEEN_LOOKS_MS);
    }
    throw new RehearsalFailed("The dispute wasn't opened.");
  };

  return rehearse([
    {
      what: "A card",
      act: async () => {
        customer = await makeClockedCustomer(api, { name: "Rehearsal", email: "rehearsal@example.com" });
        card = await saveCard("pm_card_visa");
        return "It was saved with the publishable key. The secret key can charge it.";
      },
    },
    {
      what: "A plan",
      act: async () => {
        const bought = await pay(
          chargeFor(clocked().id, card, {
            _tag: "subscription",
            plan: PLAN,
            due_today: PLAN.amount,
            next_billing_at: instant(0),
            tax: NO_TAX,
            one_time: null,
            discount: null,
          }),
        );
        plan = bought.reference;
        return paidText(bought.payment.amount);
      },
    },
    {
      what: "Credits",
      act: async () => {
        const { payment } = await pay(chargeFor(clocked().id, card, oneTime(3_450, "23 credits")));
        credits = payment.refund_reference ?? "";
        return paidText(payment.amount);
      },
    },
    {
      what: "A guest's cart",
      act: async () => {
        const guest = chargeFor(null, null, oneTime(10_800, "Ground Fire 2K"));
        const open = await run(ports.gateway.create(guest));
        if (!("client_secret" in open) || open.reference === null) return paidText(paidOf(open).amount);
        const typed = { payment_method: "pm_card_visa", client_secret: open.client_secret };
        await browser.paymentIntents.confirm(open.reference, typed as Stripe.PaymentIntentConfirmParams);
        const after = await run(ports.gateway.find({ ...guest, reference: open.reference }));
        return paidText(paidOf(after ?? open).amount);
      },
    },
    {
      what: "A renewal",
      act: async () => {
        await clocked().advance({ months: 1 }, true);
        if ((await planState()).invoices.length !== 1)
          throw new RehearsalFailed("The renewal was charged without being a draft first.");
        await clocked().advance({});
        const renewed = (await planState()).invoices.at(-1);
        if (renewed?.reason !== "renewal") throw new RehearsalFailed("The renewal wasn't charged.");
        return `${formatUsd(renewed.amount_paid)} was paid, after the invoice was a draft for an hour.`;
      },
    },
    {
      what: "An upgrade",
      act: async () => {
        const change = chargeFor(clocked().id, card, {
          _tag: "plan-change",
          subscription_reference: plan,
          plan: LARGER,
          due_today: cents(LARGER.amount - PLAN.amount),
          next_billing_at: instant(0),
          tax: NO_TAX,
          unused: PLAN.amount,
          scheduled: null,
          discount: null,
        });
        const { payment } = await pay(change);
        await run(ports.gateway.finalize(change, "paid"));
        return `${paidText(payment.amount)} The unused ${formatUsd(PLAN.amount)} was credited.`;
      },
    },
    {
      what: "A downgrade",
      act: async () => {
        await run(ports.billing.schedulePlan(plan, SMALLER));
        const next = (await planState()).next_invoice_amount ?? ZERO;
        if (next !== SMALLER.amount)
          throw new RehearsalFailed(
            `The next renewal should be ${formatUsd(SMALLER.amount)}, but is ${formatUsd(next)}.`,
          );
        return `The next renewal is ${formatUsd(next)}.`;
      },
    },
    {
      what: "A refund",
      act: async () => {
        const refund = { id: crypto.randomUUID(), payment_reference: credits, amount: cents(450) };
        const result = await run(ports.refunds.refund(refund));
        if (result._tag !== "Refunded")
          throw new RehearsalFailed(`The refund should have succeeded, but its state is ${result._tag}.`);
        return `${formatUsd(refund.amount)} was refunded.`;
      },
    },
    {
      what: "A dispute",
      act: async () => {
        const disputed = await saveCard("pm_card_createDispute");
        const { payment } = await pay(chargeFor(clocked().id, disputed, oneTime(2_500, "Smoke 2K")));
        const dispute = await disputeOf(payment.refund_reference ?? "");
        return `${formatUsd(cents(dispute.amount))} was disputed.`;
      },
    },
    {
      what: "A cancellation",
      act: async () => {
        await run(ports.billing.cancelNow(plan));
        const { status } = await planState();
        if (status !== "ended") throw new RehearsalFailed(`The plan should have ended, but its state is ${status}.`);
        return "The plan has ended.";
      },
    },
  ]);
};
