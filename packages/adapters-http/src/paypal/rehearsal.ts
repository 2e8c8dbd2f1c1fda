import { setTimeout as pause } from "node:timers/promises";
import { NO_TAX, cents, epochMs, formatUsd, instant } from "@backlot/domain";
import { type Charge, type ChargeState, type Rehearsal, RehearsalFailed, rehearse } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { type PayPalOptions, makePayPal } from "./paypal.ts";

const run = Effect.runPromise;

/** How long a person has to approve a payment, and how long to wait between checks with PayPal, in milliseconds. */
const APPROVAL_MS = 15 * 60_000;
const BETWEEN_LOOKS_MS = 2_000;
/** How long after the purchase the rehearsed agreement's next payment would be due, in milliseconds. */
const MONTH_MS = 30 * 86_400_000;

const SMALLER = cents(1_900);

/** Calls `look` until it returns a value. Throws `failure` when the time to approve runs out. */
const waitFor = async <A>(look: () => Promise<A | null>, failure: string): Promise<A> => {
  const until = Date.now() + APPROVAL_MS;
  for (;;) {
    const outcome = await look();
    if (outcome !== null) return outcome;
    if (Date.now() > until) throw new RehearsalFailed(failure);
    await pause(BETWEEN_LOOKS_MS);
  }
};

const charge = (spec: Charge["spec"]): Charge => ({
  order_id: crypto.randomUUID(),
  reference: null,
  customer_id: null,
  payment_method_id: null,
  attempt: 0,
  return_urls: { return_url: "https://example.com/approved", cancel_url: "https://example.com/canceled" },
  spec,
});

/**
 * Rehearses a store's use of PayPal in PayPal's sandbox: a one-time payment with a refund, and a plan. A person
 * approves both as a sandbox buyer. PayPal has no test clock, so renewals can't be rehearsed.
 */
export const rehearsePayPal = (options: PayPalOptions): Rehearsal => {
  const { gateway, refunds, billing } = makePayPal(options);

  let open: Charge | null = null;
  /** Creates a charge. Returns the buyer's next action. */
  const ask = async (newCharge: Charge): Promise<string> => {
    const state = await run(gateway.create(newCharge));
    if (state._tag !== "RequiresAction" || state.redirect_url === null)
      throw new RehearsalFailed(`The payment should wait for approval, but its state is ${state._tag}.`);
    open = { ...newCharge, reference: state.reference };
    return `Approve it with a PayPal sandbox buyer account: ${state.redirect_url}`;
  };
  /** Waits until the open charge is approved, and captures it. Returns its payment. */
  const take = async () => {
    const openCharge = open;
    if (openCharge === null) throw new RehearsalFailed("There's nothing to pay.");
    const approved = await waitFor(async (): Promise<ChargeState | null> => {
      const state = await run(gateway.find(openCharge));
      return state?._tag === "RequiresCapture" ? state : null;
    }, "The payment wasn't approved in time.");
    let state: ChargeState | null = await run(gateway.capture(openCharge, approved));
    return waitFor(async () => {
      if (state?._tag === "Succeeded") return state.payment;
      if (state?._tag !== "Processing")
        throw new RehearsalFailed(`The payment should have succeeded, but its state is ${state?._tag ?? "unknown"}.`);
      state = await run(gateway.find(openCharge));
      return null;
    }, "PayPal didn't capture the payment in time.");
  };
  let cart: Awaited<ReturnType<typeof take>> | null = null;
  const reference = (): string => open?.reference ?? "";

  return rehearse([
    {
      what: "A cart",
      waits: true,
      act: () => ask(charge({ _tag: "one-time", amount: cents(10_800), description: "Ground Fire 2K" })),
    },
    {
      what: "A cart",
      act: async () => {
        cart = await take();
        return `${formatUsd(cart.amount)} was paid.`;
      },
    },
    {
      what: "A refund",
      act: async () => {
        const payment_reference = cart?.refund_reference ?? "";
        const refund = { id: crypto.randomUUID(), payment_reference, amount: cents(800) };
        const result = await run(refunds.refund(refund));
        if (result._tag === "Refused") throw new RehearsalFailed(`PayPal refused the refund: ${result.reason}.`);
        return `${formatUsd(refund.amount)} was refunded.`;
      },
    },
    {
      what: "A plan",
      waits: true,
      act: () =>
        ask(
          charge({
            _tag: "subscription",
            plan: { plan_variant_id: 990_001, plan_name: "Rehearsal", interval: "month", amount: cents(4_900) },
            due_today: cents(4_900),
            // Use PayPal's clock. In a sandbox whose time was advanced, it is ahead of this machine's.
            next_billing_at: instant(epochMs(cart?.paid_at ?? instant(Date.now())) + MONTH_MS),
            tax: NO_TAX,
            one_time: null,
            discount: null,
          }),
        ),
    },
    { what: "A plan", act: async () => `${formatUsd((await take()).amount)} was paid.` },
    {
      what: "A downgrade",
      act: async () => {
        const smaller = {
          plan_variant_id: 990_003,
          plan_name: "Rehearsal",
          interval: "month",
          amount: SMALLER,
        } as const;
        await run(billing.schedulePlan(reference(), smaller));
        const next = (await run(billing.retrieve(reference())))?.next_invoice_amount ?? null;
        if (next !== SMALLER) throw new RehearsalFailed("PayPal didn't apply the smaller plan's price.");
        return `The next renewal is ${formatUsd(next)}.`;
      },
    },
    {
      what: "A cancellation",
      act: async () => {
        await run(billing.cancelNow(reference()));
        if ((await run(billing.retrieve(reference())))?.auto_renews !== false)
          throw new RehearsalFailed("The plan still renews.");
        return "The plan no longer renews. PayPal has no test clock, so its renewals can't be rehearsed.";
      },
    },
  ]);
};
