import { NO_TAX, type Cents, cents, instant } from "@backlot/domain";
import type { Charge, ChargeState } from "@backlot/ports";
import * as Effect from "effect/Effect";
import * as Result from "effect/Result";
import { GUARD_MS } from "@backlot/testing/guard";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  PAYPAL,
  type RunningSandbox,
  payPalBuyer,
  openSandbox,
  whileSlow,
  closeDispute,
  openDispute,
  acceptedAt,
} from "@backlot/testing/sandbox";
import { needsOf } from "@backlot/testing/contracts/contract-case";
import { OPERATIONS, hasRunOthers, isOf, operationTable } from "@backlot/testing/operation-table";
import { paymentGatewayContract } from "@backlot/testing/contracts/payment-gateway";
import { planChangeContract } from "@backlot/testing/contracts/plan-change";
import { providerEventsContract } from "@backlot/testing/contracts/provider-events";
import { subscriptionBillingContract } from "@backlot/testing/contracts/subscription-billing";
import { makePayPal, makePayPalSetup, rehearsePayPal } from "../src/index.ts";
import { payPalApi } from "./paypal-api.ts";
import { payPalCases } from "./paypal-cases.ts";
import { PAYPAL_OPERATIONS } from "./paypal-operations.ts";

const run = Effect.runPromise;
let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(() => sandbox?.stop());

/** The titles of the cases that call each operation. */
const casesOf = new Map<string, string[]>();
/** How many cases have run, and the requests that belong to no known operation. */
let ran = 0;
const unknown: string[] = [];
afterEach(async ({ task }) => {
  ran += 1;
  for (const request of await acceptedAt(sandbox.url)) {
    const operation = PAYPAL_OPERATIONS.find((each) => isOf(each, request));
    // Only the cases themselves delete what they made.
    if (operation === undefined && !request.startsWith("DELETE ")) unknown.push(request);
    if (operation === undefined) continue;
    casesOf.set(operation, [...(casesOf.get(operation) ?? []), task.name]);
  }
});

const make = (baseUrl: string) => makePayPal({ ...PAYPAL, baseUrl, brand: () => "Backlot", timeoutMs: GUARD_MS });
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

const app = () => ({ ...PAYPAL, baseUrl: sandbox.url, webhookUrl: "https://shop.example/api/webhooks/paypal" });
payPalCases("PayPal's sandbox", app);

describe("PayPal", () => {
  it("the check adds missing events to a webhook, and keeps its others", async () => {
    const check = async () => (await run(makePayPalSetup(app()).check)).at(-1);
    const made = await check();
    if (made?.create != null) await run(made.create);
    const api = payPalApi(app());
    const own = async () => {
      const { body } = await api("GET", "/v1/notifications/webhooks");
      const hooks = body["webhooks"] as readonly { id: string; url: string; event_types: { name: string }[] }[];
      return hooks.find(({ url }) => url === app().webhookUrl);
    };
    const few = [{ op: "replace", path: "/event_types", value: [{ name: "PAYMENT.ORDER.CREATED" }] }];
    await api("PATCH", `/v1/notifications/webhooks/${(await own())?.id}`, few);
    const lacking = await check();
    expect(lacking).toMatchObject({ state: "wrong", says: expect.stringContaining("CUSTOMER.DISPUTE.RESOLVED") });
    if (lacking?.create != null) await run(lacking.create);
    const names = (await own())?.event_types.map(({ name }) => name) ?? [];
    expect(names).toContain("PAYMENT.ORDER.CREATED");
    expect(names).toContain("CUSTOMER.DISPUTE.RESOLVED");
  });

  it("a rehearsal waits for a person's approval, then pays, refunds, and changes", async () => {
    const steps: string[] = [];
    for await (const step of rehearsePayPal({ ...PAYPAL, baseUrl: sandbox.url, brand: () => "Backlot" })) {
      steps.push(`${step.state} ${step.what}`);
      if (step.state === "waiting") await buyer().approve(step.says.split(": ").at(-1) ?? "");
    }
    expect(steps).toEqual([
      "waiting A cart",
      "done A cart",
      "done A refund",
      "waiting A plan",
      "done A plan",
      "done A downgrade",
      "done A cancellation",
    ]);
  });

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
    await expect(run(gateway.find(other))).rejects.toThrow("points to a charge for order");
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

  it("CHK-07 reads every payment of a long agreement, and when a payment failed", async () => {
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

it("CHK-07 every PayPal operation that the store calls has a case, and its table says which", async ({
  skip,
  task,
}) => {
  // It needs all cases above.
  if (!hasRunOthers(task.file, ran)) skip();
  expect(unknown).toEqual([]);
  const caseOf = (operation: string) => {
    const cases = casesOf.get(operation) ?? [];
    const alone = cases.find((title) => needsOf(title)?.length === 0);
    const withPerson = cases.find((title) => needsOf(title) !== null);
    const here = cases[0];
    if (alone !== undefined) return alone;
    if (withPerson !== undefined) return `${withPerson} (with a person at PayPal's pages)`;
    return here === undefined ? null : `${here} (only in the store's own sandbox)`;
  };
  expect(PAYPAL_OPERATIONS.filter((operation) => caseOf(operation) === null)).toEqual([]);
  await expect(operationTable(PAYPAL_OPERATIONS, caseOf)).toMatchFileSnapshot(OPERATIONS("paypal"));
});
