import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Sandbox, advance, openSandbox, stripeAt } from "./sandbox.ts";

const YEAR = 365 * 86_400;

/** Creates a PayPal order and returns its creation time, in Unix seconds. */
const payPalOrderTime = async ({ url }: Sandbox): Promise<number> => {
  const signedIn = await fetch(`${url}/v1/oauth2/token`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa("client:secret")}` },
  });
  const { access_token } = (await signedIn.json()) as { readonly access_token: string };
  const experience_context = { return_url: "http://127.0.0.1:1/back", cancel_url: "http://127.0.0.1:1/no" };
  const made = await fetch(`${url}/v2/checkout/orders`, {
    method: "POST",
    headers: { authorization: `Bearer ${access_token}`, "content-type": "application/json" },
    body: JSON.stringify({
      intent: "CAPTURE",
      purchase_units: [{ amount: { currency_code: "USD", value: "49.00" } }],
      payment_source: { paypal: { experience_context } },
    }),
  });
  return Date.parse(((await made.json()) as { readonly create_time: string }).create_time) / 1_000;
};

describe("the sandbox's clock", () => {
  const held: { advanced?: Sandbox; other?: Sandbox } = {};
  beforeAll(async () => {
    held.advanced = await openSandbox();
    held.other = await openSandbox();
  });
  afterAll(async () => {
    await held.advanced?.stop();
    await held.other?.stop();
  });

  it("is each sandbox's own, also of two in one process", async () => {
    const { advanced, other } = held;
    if (advanced === undefined || other === undefined) throw new Error("the sandboxes have not started");
    const began = Math.floor(Date.now() / 1_000);
    await advance(advanced, { days: 365 });

    const customers = await Promise.all([advanced, other].map((each) => stripeAt(each).customers.create({})));
    const [ahead, here] = customers.map((customer) => customer.created - began);
    expect(ahead).toBeGreaterThanOrEqual(YEAR);
    expect(here).toBeLessThan(YEAR / 2);

    const events = await Promise.all([advanced, other].map((each) => stripeAt(each).events.list()));
    expect(events.map((list) => list.data[0]?.created)).toEqual(customers.map((customer) => customer.created));

    expect((await payPalOrderTime(advanced)) - began).toBeGreaterThanOrEqual(YEAR);
    expect((await payPalOrderTime(other)) - began).toBeLessThan(YEAR / 2);
  });

  it("starts at a given time, and goes on from there", async () => {
    const started = Date.UTC(2027, 1, 26, 12) / 1_000;
    const sandbox = await openSandbox(started);
    try {
      const { created } = await stripeAt(sandbox).customers.create({});
      expect(created).toBeGreaterThanOrEqual(started);
      expect(created).toBeLessThan(started + 60);
    } finally {
      await sandbox.stop();
    }
  });

  it("advances by the months first, and by the days after them", async () => {
    const sandbox = await openSandbox(Date.UTC(2027, 1, 26, 12) / 1_000);
    try {
      await advance(sandbox, { months: 1, days: 4 });
      const { created } = await stripeAt(sandbox).customers.create({});
      expect(new Date(created * 1_000).toISOString().slice(0, 10)).toBe("2027-03-30");
    } finally {
      await sandbox.stop();
    }
  });
});
