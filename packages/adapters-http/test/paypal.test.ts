import { NO_TAX, type Cents, cents, instant } from "@backlot/domain";
import type { Charge, ChargeState } from "@backlot/ports";
import * as Effect from "effect/Effect";
import * as Result from "effect/Result";
import { GUARD_MS } from "@backlot/testing/guard";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  PAYPAL,
  type RunningSandbox,
  payPalBuyer,
  openSandbox,
  whileSlow,
  closeDispute,
  openDispute,
} from "@backlot/testing/sandbox";
import { paymentGatewayContract } from "@backlot/testing/contracts/payment-gateway";
import { planChangeContract } from "@backlot/testing/contracts/plan-change";
import { providerEventsContract } from "@backlot/testing/contracts/provider-events";
import { subscriptionBillingContract } from "@backlot/testing/contracts/subscription-billing";
import { makePayPal } from "../src/index.ts";

const run = Effect.runPromise;
let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(() => sandbox?.stop());

const make = (baseUrl: string) => makePayPal({ ...PAYPAL, baseUrl, brand: "Backlot", timeoutMs: GUARD_MS });
const here = () => make(sandbox.url);
const down = make("http://127.0.0.1:1");
const buyer = () => payPalBuyer(sandbox.url);
const approveUrl = (state: ChargeState): string => (state._tag === "RequiresAction" ? (state.redirect_url ?? "") : "");

// PayPal can't search by our order id: without a reference nothing is found, so nothing is captured.
for (const kind of ["one-time", "subscription"] as const)
  paymentGatewayContract("PayPal's sandbox", { kind, findsByOrder: false }, () => ({
    gateway: here().gateway,
    down: down.gateway,
    payer: async () => ({ customer_id: null, payment_method_id: null }),
    approve: async (state, funding) => {
      await buyer().approve(approveUrl(state), funding);
    },
    now: async () => instant(await buyer().now()),
  }));

planChangeContract("PayPal's sandbox", () => ({
  gateway: here().gateway,
  down: down.gateway,
  withPlan: async () => {
    const { reference } = await paid(await planSpec());
    return {
      subscription_reference: reference,
      payer: async () => ({ customer_id: null, payment_method_id: null }),
    };
  },
  approve: async (state, funding) => {
    await buyer().approve(approveUrl(state), funding);
  },
  now: async () => instant(await buyer().now()),
}));

const charge = async (spec: Charge["spec"]): Promise<Charge> => ({
  order_id: crypto.randomUUID(),
  reference: null,
  customer_id: null,
  payment_method_id: null,
  attempt: 0,
  return_urls: { return_url: "http://127.0.0.1:1/back?order=1", cancel_url: "http://127.0.0.1:1/no?order=1" },
  spec,
});
const planSpec = async (): Promise<Charge["spec"]> => ({
  _tag: "subscription",
  plan: { plan_variant_id: 131, plan_name: "Pro", interval: "month", amount: cents(9_900) },
  due_today: cents(8_910),
  // In less than a month, whichever month it is.
  next_billing_at: instant(Math.ceil((await buyer().now()) / 1_000) * 1_000 + 28 * 86_400_000),
  tax: NO_TAX,
  one_time: null,
  discount: null,
});
/** Creates a charge, approves it as the buyer, and captures it. */
const paid = async (spec: Charge["spec"]) => {
  const { gateway } = here();
  const asked = await charge(spec);
  const open = await run(gateway.create(asked));
  await buyer().approve(approveUrl(open));
  const state = await run(gateway.capture({ ...asked, reference: open.reference }, open));
  if (state._tag !== "Succeeded") throw new Error(`expected it paid, got ${state._tag}`);
  return { order_id: asked.order_id, reference: open.reference ?? "", payment: state.payment };
};

subscriptionBillingContract("PayPal's sandbox", () => ({
  billing: here().billing,
  down: down.billing,
  start: async () => {
    const { order_id, reference, payment } = await paid(await planSpec());
    return { order_id, reference, first_amount: payment.amount, price: cents(9_900) };
  },
  setFunding: (reference, funding) => buyer().setFunding(reference, funding),
  advance: (by) => buyer().advance(by),
}));

const oneTime = { _tag: "one-time", amount: cents(6_785) as Cents, description: "23 credits" } as const;

providerEventsContract("PayPal's sandbox", () => ({
  events: here().events,
  refunds: here().refunds,
  down,
  subscribe: async () => {
    const { order_id, reference, payment } = await paid(await planSpec());
    return { order_id, reference, payment: payment.refund_reference ?? "", amount: payment.amount };
  },
  pay: async () => {
    const { payment } = await paid(oneTime);
    return { reference: payment.refund_reference ?? "", amount: payment.amount };
  },
  refundThere: (payment, amount) => buyer().refund(payment, amount),
  disputes: {
    open: async (of) => {
      const { payment } = await paid(of === "plan" ? await planSpec() : oneTime);
      const reference = payment.refund_reference ?? "";
      const amount = of === "plan" ? payment.amount : cents(1_000);
      return { payment: reference, amount, id: await openDispute(sandbox.url, "paypal", reference, amount) };
    },
    close: (dispute, outcome) => closeDispute(sandbox.url, "paypal", dispute, outcome),
  },
  since: instant(0),
  delivered: () => buyer().deliveredEvents(),
  signatureHeader: "paypal-transmission-sig",
}));

describe("PayPal", () => {
  it("CHK-03 two simultaneous creates with one request id make one order, which stays open", async () => {
    const asked = await charge(oneTime);
    const made = await whileSlow(sandbox.url, 300, () =>
      Promise.all([1, 2].map(() => run(here().gateway.create(asked)))),
    );
    expect(made.map(({ _tag }) => _tag)).toEqual(["RequiresAction", "RequiresAction"]);
    expect(new Set(made.map(({ reference }) => reference)).size).toBe(1);
  });

  it("ORD-04 a description longer than PayPal stores is cut, and the order is made", async () => {
    const asked = await charge({ ...oneTime, description: "Ground Fire · ".repeat(40) });
    expect((await run(here().gateway.create(asked)))._tag).toBe("RequiresAction");
  });

  it("CHK-04 a payment waits for its buyer, who returns by our address; nothing is taken unapproved", async () => {
    const { gateway } = here();
    const asked = await charge(oneTime);
    const open = await run(gateway.create(asked));
    const known = { ...asked, reference: open.reference };
    expect(await run(gateway.capture(known, open))).toEqual(open);
    const sent = await buyer().approve(approveUrl(open));
    expect(sent.searchParams.get("order")).toBe("1");
    expect(sent.searchParams.get("token")).toBe(open.reference);
    expect(await run(gateway.find(known))).toMatchObject({ _tag: "RequiresCapture" });
  });

  it("CHK-04 a payment that nobody approves expires; who cancels returns by the other address", async () => {
    const { gateway } = here();
    const asked = await charge(oneTime);
    const open = await run(gateway.create(asked));
    const known = { ...asked, reference: open.reference };
    expect((await buyer().cancel(approveUrl(open))).pathname).toBe("/no");
    expect(await run(gateway.find(known))).toMatchObject({ _tag: "RequiresAction" });
    await buyer().advance({ days: 1 });
    expect(await run(gateway.find(known))).toMatchObject({ _tag: "Canceled" });
  });

  it("CHK-04 an object that was made for another order is never taken for this one", async () => {
    const { gateway } = here();
    const first = await charge(oneTime);
    const open = await run(gateway.create(first));
    const other = { ...(await charge(oneTime)), reference: open.reference };
    await expect(run(gateway.find(other))).rejects.toThrow("is about order");
  });

  it("CHK-07 another try makes a refused payment good, and each period is paid once", async () => {
    const { billing } = here();
    const { reference } = await paid(await planSpec());
    await buyer().setFunding(reference, "insufficient");
    await buyer().advance({ months: 1, days: 1 });
    await buyer().setFunding(reference, "ok");
    await buyer().advance({ days: 6 });
    const found = await run(billing.retrieve(reference));
    expect(found).toMatchObject({ status: "active", failed_at: null });
    expect(found?.invoices).toHaveLength(2);
  });

  it("CHK-07 every payment of a long agreement is read, and when one failed", async () => {
    const { billing } = here();
    const { reference } = await paid(await planSpec());
    for (let month = 0; month < 12; month += 1) await buyer().advance({ months: 1 });
    expect((await run(billing.retrieve(reference)))?.invoices).toHaveLength(13);
    await buyer().setFunding(reference, "insufficient");
    await buyer().advance({ months: 1 });
    const failed = await run(billing.retrieve(reference));
    expect(failed).toMatchObject({ status: "past-due", failed_at: expect.any(String) });
    expect(failed?.invoices).toHaveLength(13);
  });

  it("ORD-06 a refund of an agreement's payment names the order that the agreement is of", async () => {
    const { order_id, payment } = await paid(await planSpec());
    await buyer().refund(payment.refund_reference ?? "");
    const events = await run(here().events.listEvents(instant(0)));
    const refunds = events.filter((event) => event.type === "PAYMENT.SALE.REFUNDED");
    expect(refunds.at(-1)).toMatchObject({ order_id });
  });

  it("CHK-07 a webhook whose id was changed is not PayPal's", async () => {
    await paid(oneTime);
    const [first] = await buyer().deliveredEvents();
    if (first === undefined) throw new Error("nothing was delivered");
    const headers = { ...first.headers, "paypal-transmission-id": "another" };
    const answer = await run(Effect.result(here().events.verifyWebhook(first.body, headers)));
    expect(Result.isFailure(answer) && answer.failure._tag).toBe("InvalidWebhookSignature");
  });
});
