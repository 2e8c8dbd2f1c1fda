import { setTimeout as pause } from "node:timers/promises";
import { NO_TAX, cents, epochMs, formatUsd, instant } from "@backlot/domain";
import type { Charge, ChargeState, Rehearsal, RehearsedStep } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { type PayPalOptions, makePayPal } from "./paypal.ts";

const run = Effect.runPromise;

/** How long a person has to approve, and how long to wait before PayPal is asked again, in milliseconds. */
const APPROVAL_MS = 15 * 60_000;
const BETWEEN_LOOKS_MS = 2_000;
/** How long after today the rehearsed agreement would bill, in milliseconds. */
const MONTH_MS = 30 * 86_400_000;

/** Calls `look` until it returns a value. Throws with `failure` after the time in which a person may approve. */
const waitFor = async <A>(look: () => Promise<A | null>, failure: string): Promise<A> => {
  const until = Date.now() + APPROVAL_MS;
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    if (Date.now() > until) throw new Error(failure);
    await pause(BETWEEN_LOOKS_MS);
  }
};

const done = (what: string, says: string): RehearsedStep => ({ what, state: "done", says });

/**
 * Rehearses what a store does with PayPal, in its sandbox: a one-time payment with a refund, and a plan. A person
 * approves both as a buyer of the sandbox. PayPal has no test clock, so renewals can't be rehearsed.
 */
export async function* rehearsePayPal(options: PayPalOptions): Rehearsal {
  const { gateway, refunds, billing } = makePayPal(options);

  const charge = (spec: Charge["spec"]): Charge => ({
    order_id: crypto.randomUUID(),
    reference: null,
    customer_id: null,
    payment_method_id: null,
    attempt: 0,
    return_urls: { return_url: "https://example.com/approved", cancel_url: "https://example.com/canceled" },
    spec,
  });
  const opened = async (asked: Charge) => {
    const state = await run(gateway.create(asked));
    if (state._tag !== "RequiresAction" || state.redirect_url === null) throw new Error(`the payment is ${state._tag}`);
    return { known: { ...asked, reference: state.reference }, url: state.redirect_url };
  };
  const approved = (known: Charge): Promise<ChargeState> =>
    waitFor(async () => {
      const state = await run(gateway.find(known));
      return state?._tag === "RequiresCapture" ? state : null;
    }, "nobody approved it in time");
  const taken = async (known: Charge) => {
    const first = await run(gateway.capture(known, await approved(known)));
    return waitFor(async () => {
      const state = first._tag === "Processing" ? await run(gateway.find(known)) : first;
      if (state?._tag === "Succeeded") return state.payment;
      if (state?._tag === "Processing") return null;
      throw new Error(`the payment is ${state?._tag ?? "unknown"}, and not Succeeded`);
    }, "PayPal didn't take the payment in time");
  };
  const waiting = (what: string, url: string): RehearsedStep => ({
    what,
    state: "waiting",
    says: `Approve it as a buyer of PayPal's sandbox: ${url}`,
  });

  const cart = await opened(charge({ _tag: "one-time", amount: cents(10_800), description: "Ground Fire 2K" }));
  yield waiting("A cart", cart.url);
  const paid = await taken(cart.known);
  yield done("A cart", `${formatUsd(paid.amount)} is paid.`);

  const refund = { id: crypto.randomUUID(), payment_reference: paid.refund_reference ?? "", amount: cents(800) };
  const refunded = await run(refunds.refund(refund));
  if (refunded._tag === "Refused") throw new Error(`the refund was refused: ${refunded.reason}`);
  yield done("A refund", `${formatUsd(refund.amount)} is refunded.`);

  const plan = await opened(
    charge({
      _tag: "subscription",
      plan: { plan_variant_id: 990_001, plan_name: "Rehearsal", interval: "month", amount: cents(4_900) },
      due_today: cents(4_900),
      // By PayPal's clock, which is ahead of this machine's in a sandbox whose time was advanced.
      next_billing_at: instant(epochMs(paid.paid_at) + MONTH_MS),
      tax: NO_TAX,
      one_time: null,
      discount: null,
    }),
  );
  yield waiting("A plan", plan.url);
  const first = await taken(plan.known);
  yield done("A plan", `${formatUsd(first.amount)} is paid.`);

  const reference = plan.known.reference ?? "";
  await run(
    billing.schedulePlan(reference, {
      plan_variant_id: 990_003,
      plan_name: "",
      interval: "month",
      amount: cents(1_900),
    }),
  );
  const next = (await run(billing.retrieve(reference)))?.next_invoice_amount ?? null;
  if (next !== 1_900) throw new Error("PayPal didn't take the price of a smaller plan");
  yield done("A downgrade", `The next renewal is ${formatUsd(next)}.`);

  await run(billing.cancelNow(reference));
  if ((await run(billing.retrieve(reference)))?.auto_renews !== false) throw new Error("the plan still renews");
  yield done(
    "A cancellation",
    "The plan no longer renews. PayPal's renewals can't be rehearsed: it has no test clock.",
  );
}
