import { setTimeout as pause } from "node:timers/promises";
import { type Cents, NO_TAX, ZERO, cents, formatUsd, instant } from "@backlot/domain";
import type { BilledPlan, Charge, ChargeOf, ChargeState, Rehearsal } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type Stripe from "stripe";
import { type StripeOptions, makeClient } from "../client.ts";
import { makeStripe } from "../stripe.ts";
import { makeClockedCustomer } from "./test-clock.ts";

/** The keys of a rehearsal, of test mode only. */
export interface StripeRehearsalOptions extends StripeOptions {
  readonly publishableKey: string;
}

const run = Effect.runPromise;

/** The plans of the rehearsal. They are no plans of the store, so its products stay as they are. */
const planAt = (amount: Cents, plan_variant_id: number): BilledPlan => ({
  plan_variant_id,
  plan_name: "Rehearsal",
  interval: "month",
  amount,
});
const PLAN = planAt(cents(4_900), 990_001);
const LARGER = planAt(cents(9_900), 990_002);
const SMALLER = planAt(cents(1_900), 990_003);

/** How often a dispute is looked for, and how long to wait in between, in milliseconds. */
const LOOKS = 120;
const BETWEEN_LOOKS_MS = 1_000;

const paidOf = (state: ChargeState) => {
  if (state._tag !== "Succeeded") throw new Error(`the payment is ${state._tag}, and not Succeeded`);
  return state.payment;
};

const paidText = (amount: Cents): string => `${formatUsd(amount)} is paid.`;

/**
 * Rehearses what a store does with Stripe, in test mode: a purchase of each kind, a renewal, an upgrade, a downgrade, a
 * refund, and a dispute. The browser's part uses the publishable key, so keys of two accounts are noticed.
 */
export async function* rehearseStripe(options: StripeRehearsalOptions): Rehearsal {
  const ports = makeStripe(options);
  const api = makeClient(options);
  const browser = makeClient({ ...options, secretKey: options.publishableKey });
  const done = (what: string, says: string) => ({ what, state: "done" as const, says });

  /** Confirms a setup intent as a browser does. Returns the id of the saved card. */
  const saveCard = async (customer: string, payment_method: string): Promise<string> => {
    const intent = await run(ports.cards.createSetupIntent(customer, null));
    const typed = { payment_method, client_secret: intent.client_secret };
    await browser.setupIntents.confirm(intent.id, typed as Stripe.SetupIntentConfirmParams);
    return (await run(ports.cards.setupIntent(intent.id)))?.payment_method_id ?? "";
  };
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
  /** Creates and captures a charge, as the store does. */
  const pay = async (charge: Charge) => {
    const open = await run(ports.gateway.create(charge));
    const known = { ...charge, reference: open.reference };
    const state = await run(ports.gateway.capture(known, open));
    return { reference: open.reference ?? "", payment: paidOf(state) };
  };
  const oneTime = (amount: number, description: string) =>
    ({ _tag: "one-time", amount: cents(amount), description }) as const;

  const customer = await makeClockedCustomer(api, { name: "Rehearsal", email: "rehearsal@example.com" });
  const card = await saveCard(customer.id, "pm_card_visa");
  yield done("A card", "It is saved with the publishable key, and may be charged with the secret key.");

  const plan: ChargeOf<"subscription">["spec"] = {
    _tag: "subscription",
    plan: PLAN,
    due_today: PLAN.amount,
    next_billing_at: instant(0),
    tax: NO_TAX,
    one_time: null,
    discount: null,
  };
  const bought = await pay(chargeFor(customer.id, card, plan));
  yield done("A plan", paidText(bought.payment.amount));

  const credits = await pay(chargeFor(customer.id, card, oneTime(3_450, "23 credits")));
  yield done("Credits", paidText(credits.payment.amount));

  const guest = chargeFor(null, null, oneTime(10_800, "Ground Fire 2K"));
  const open = await run(ports.gateway.create(guest));
  if (!("client_secret" in open) || open.reference === null) throw new Error(`the payment is ${open._tag}`);
  const typed = { payment_method: "pm_card_visa", client_secret: open.client_secret };
  await browser.paymentIntents.confirm(open.reference, typed as Stripe.PaymentIntentConfirmParams);
  const cart = paidOf((await run(ports.gateway.find({ ...guest, reference: open.reference }))) ?? open);
  yield done("A guest's cart", paidText(cart.amount));

  await customer.advance({ months: 1 }, true);
  const begun = await run(ports.billing.retrieve(bought.reference));
  if (begun?.invoices.length !== 1) throw new Error("the renewal was charged without an hour as a draft");
  await customer.advance({});
  const renewed = (await run(ports.billing.retrieve(bought.reference)))?.invoices.at(-1);
  if (renewed?.reason !== "renewal") throw new Error("the renewal wasn't charged");
  yield done("A renewal", `${paidText(renewed.amount_paid)} It was a draft for an hour.`);

  const upgrade: ChargeOf<"plan-change">["spec"] = {
    _tag: "plan-change",
    subscription_reference: bought.reference,
    plan: LARGER,
    due_today: cents(LARGER.amount - PLAN.amount),
    next_billing_at: instant(0),
    tax: NO_TAX,
    unused: PLAN.amount,
    scheduled: null,
    discount: null,
  };
  const change = chargeFor(customer.id, card, upgrade);
  const upgraded = await pay(change);
  await run(ports.gateway.finalize(change, "paid"));
  yield done("An upgrade", `${paidText(upgraded.payment.amount)} The unused ${formatUsd(PLAN.amount)} was taken off.`);

  await run(ports.billing.schedulePlan(bought.reference, SMALLER));
  const next = (await run(ports.billing.retrieve(bought.reference)))?.next_invoice_amount ?? ZERO;
  if (next !== SMALLER.amount) throw new Error(`the next renewal is ${formatUsd(next)}`);
  yield done("A downgrade", `The next renewal is ${formatUsd(next)}.`);

  const refund = {
    id: crypto.randomUUID(),
    payment_reference: credits.payment.refund_reference ?? "",
    amount: cents(450),
  };
  const refunded = await run(ports.refunds.refund(refund));
  if (refunded._tag !== "Refunded") throw new Error(`the refund is ${refunded._tag}`);
  yield done("A refund", `${formatUsd(refund.amount)} is refunded.`);

  const disputed = await pay(
    chargeFor(customer.id, await saveCard(customer.id, "pm_card_createDispute"), oneTime(2_500, "Smoke 2K")),
  );
  const payment_intent = disputed.payment.refund_reference ?? "";
  let dispute: Stripe.Dispute | undefined;
  for (let look = 0; dispute === undefined && look < LOOKS; look += 1) {
    if (look > 0) await pause(BETWEEN_LOOKS_MS);
    [dispute] = (await api.disputes.list({ payment_intent })).data;
  }
  if (dispute === undefined) throw new Error("the dispute wasn't opened");
  yield done("A dispute", `${formatUsd(cents(dispute.amount))} is disputed.`);

  await run(ports.billing.cancelNow(bought.reference));
  const ended = await run(ports.billing.retrieve(bought.reference));
  if (ended?.status !== "ended") throw new Error(`the plan is ${ended?.status ?? "unknown"}`);
  yield done("A cancellation", "The plan has ended.");
}
