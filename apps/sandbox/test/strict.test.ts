import Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { advance, openSandbox, saveCard, stripeAt, useSandbox } from "./sandbox.ts";

describe("what Stripe refuses", () => {
  const sandbox = useSandbox();
  const refusal = async (call: Promise<unknown>) => {
    const error = await call.then(
      () => null,
      (cause: unknown) => cause,
    );
    if (!(error instanceof Stripe.errors.StripeError)) throw new Error("it was not refused");
    return { status: error.statusCode, code: error.code, param: error.param, message: error.message };
  };

  it("reusing an inline price in a schedule or another plan", async () => {
    const stripe = stripeAt(sandbox());
    const { id: customer } = await stripe.customers.create({ email: "a@b.co" });
    const card = await saveCard(stripe, customer, "4242424242424242");
    const { id: product } = await stripe.products.create({ name: "Pro" });
    const inline = { currency: "usd", product, unit_amount: 4_900, recurring: { interval: "month" as const } };
    const { id, items } = await stripe.subscriptions.create({
      customer,
      default_payment_method: card,
      items: [{ price_data: inline }],
    });
    const [item] = items.data;
    if (item === undefined) throw new Error("it has no item");
    expect([item.price.active, (await stripe.prices.list()).data]).toEqual([false, []]);
    const inactive = {
      status: 400,
      message: "The price specified is inactive. This field only accepts active prices.",
    };
    const reused = stripe.subscriptions.create({ customer, items: [{ price: item.price.id }] });
    expect(await refusal(reused)).toMatchObject(inactive);
    const schedule = await stripe.subscriptionSchedules.create({ from_subscription: id });
    const { current_period_start: start_date, current_period_end: end_date } = item;
    const phase = (items: Stripe.SubscriptionScheduleUpdateParams.Phase.Item[]) =>
      stripe.subscriptionSchedules.update(schedule.id, { phases: [{ items, start_date, end_date }] });
    expect(await refusal(phase([{ price: item.price.id }]))).toMatchObject(inactive);
    await phase([{ price_data: inline }]);
    const { id: active } = await stripe.prices.create({ ...inline, lookup_key: "pro" });
    await phase([{ price: active }]);
    expect((await stripe.prices.list({ lookup_keys: ["pro"] })).data.map((each) => each.id)).toEqual([active]);
    expect(await refusal(stripe.prices.create({ ...inline, lookup_key: "pro" }))).toMatchObject({
      code: "resource_already_exists",
      param: "lookup_key",
    });
  });

  it("simultaneous changes to one object", async () => {
    const stripe = stripeAt(sandbox());
    const { id } = await stripe.customers.create({ email: "a@b.co" });
    const slow = (delay: number) =>
      fetch(`${sandbox().url}/faults`, { method: "POST", body: new URLSearchParams({ delay: String(delay) }) });
    await slow(300);
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, () => stripe.customers.update(id, { metadata: { a: "b" } })),
    );
    await slow(0);
    const refused = answers.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
    expect(answers.length - refused.length).toBeGreaterThan(0);
    for (const error of refused) expect(error).toMatchObject({ statusCode: 429, code: "lock_timeout" });
    expect(refused).not.toEqual([]);
    await stripe.customers.update(id, { metadata: { a: "c" } });
  });

  it("invoices of an unknown subscription, another version of the API, and names that are too long", async () => {
    const stripe = stripeAt(sandbox());
    expect(await refusal(stripe.invoices.list({ subscription: "sub_none" }))).toMatchObject({
      status: 404,
      code: "resource_missing",
    });
    expect(await refusal(stripe.customers.create({ name: "x".repeat(257) }))).toMatchObject({ param: "name" });
    await stripe.customers.create({ name: "x".repeat(256) });
    const old = stripe.customers.create({ email: "a@b.co" }, { apiVersion: "2020-08-27" });
    expect(await refusal(old)).toMatchObject({ status: 400, message: "Invalid Stripe API version: 2020-08-27" });
  });

  it("parameters that an operation doesn't have, also within others", async () => {
    const post = async (path: string, form: Readonly<Record<string, string>>) => {
      const headers = { authorization: "Bearer sk_test_x" };
      const answer = await fetch(`${sandbox().url}${path}`, {
        method: "POST",
        headers,
        body: new URLSearchParams(form),
      });
      return ((await answer.json()) as { error?: { code?: string; param?: string } }).error;
    };
    const unknown = (param: string) => ({ code: "parameter_unknown", param });
    expect(await post("/v1/customers", { email: "a@b.co", nickname: "Ada" })).toMatchObject(unknown("nickname"));
    const nested = { "items[0][price_data][recurring][interval]": "month", "items[0][price_data][vat]": "1" };
    expect(await post("/v1/subscriptions", nested)).toMatchObject(unknown("items[0][price_data][vat]"));
    // Parameters that any operation can have.
    expect(await post("/v1/customers", { email: "a@b.co", "metadata[any]": "1" })).toBe(undefined);
  });

  it("more reads in a second than its limit, and says when to ask again", async () => {
    // With one a second, a slow machine is also refused.
    const slow = await openSandbox(null, 1);
    const ask = (key: string) =>
      fetch(`${slow.url}/v1/events?limit=1`, { headers: { authorization: `Bearer sk_test_${key}` } });
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask("a")));
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.every((answer) => answer.headers.get("retry-after") === "1")).toBe(true);
    expect((await ask("b")).status).toBe(200);
    await slow.stop();
  });

  it("a webhook endpoint that it can't reach", async () => {
    const stripe = stripeAt(sandbox());
    for (const url of ["http://shop.example/hook", "https://localhost/hook", "https://127.0.0.1/hook"])
      expect(await refusal(stripe.webhookEndpoints.create({ url, enabled_events: ["*"] }))).toMatchObject({
        status: 400,
        param: "url",
      });
  });

  it("a search for a charge that is less than a minute old", async () => {
    const stripe = stripeAt(sandbox());
    const { id: customer } = await stripe.customers.create({ email: "a@b.co" });
    const payment_method = await saveCard(stripe, customer, "4242424242424242");
    const paid = { amount: 4_900, currency: "usd", customer, payment_method, confirm: true };
    const { latest_charge } = await stripe.paymentIntents.create(paid);
    const found = async () => (await stripe.charges.search({ query: 'status:"succeeded"' })).data.map(({ id }) => id);
    expect(await found()).not.toContain(latest_charge);
    await advance(sandbox(), { days: 1 });
    expect(await found()).toContain(latest_charge);
  });
});

describe("what PayPal refuses", () => {
  const sandbox = useSandbox();
  const money = (value: string) => ({ currency_code: "USD", value });
  const call = async (method: string, path: string, body?: object) => {
    const signIn = await fetch(`${sandbox().url}/v1/oauth2/token`, {
      method: "POST",
      headers: { authorization: `Basic ${btoa("client:secret")}` },
      body: "grant_type=client_credentials",
    });
    const { access_token } = (await signIn.json()) as { readonly access_token: string };
    const headers = { authorization: `Bearer ${access_token}`, "content-type": "application/json" };
    const answer = await fetch(`${sandbox().url}${path}`, { method, headers, body: JSON.stringify(body) });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const subscribe = (plan_id: string, billing_cycles: readonly object[]) =>
    call("POST", "/v1/billing/subscriptions", {
      plan_id,
      start_time: new Date(Date.now() + 30 * 86_400_000).toISOString(),
      plan: { payment_preferences: { setup_fee: money("1.00") }, billing_cycles },
      application_context: { return_url: "http://127.0.0.1:1/back", cancel_url: "http://127.0.0.1:1/no" },
    });
  const cycle = (sequence: number, total_cycles: number) => ({
    sequence,
    total_cycles,
    pricing_scheme: { fixed_price: money("9.00") },
  });

  it("cycles that don't fit the plan that a subscription is based on", async () => {
    const refused = { status: 422, body: { details: [{ issue: "BILLING_CYCLE_SEQUENCE_INVALID" }] } };
    const trialThenForever = [cycle(1, 2), cycle(2, 0)];
    expect((await subscribe("P-BACKLOTMONTH", [cycle(1, 0)])).status).toBe(201);
    expect((await subscribe("P-BACKLOTTRIAL", trialThenForever)).status).toBe(201);
    expect(await subscribe("P-BACKLOTMONTH", trialThenForever)).toMatchObject(refused);
    expect(await subscribe("P-BACKLOTTRIAL", [cycle(1, 0)])).toMatchObject(refused);
    expect(await subscribe("P-BACKLOTMONTH", [cycle(1, 12)])).toMatchObject(refused);
    expect(await subscribe("P-BACKLOTMONTH", [cycle(2, 0)])).toMatchObject(refused);
    expect(await subscribe("P-NONE", [cycle(1, 0)])).toMatchObject({ status: 404 });
    // A plan that someone created by hand with an end can't be overridden without one.
    const { body: product } = await call("POST", "/v1/catalogs/products", { name: "Plans", type: "DIGITAL" });
    const frequency = { interval_unit: "MONTH", interval_count: 1 };
    const { body: plan } = await call("POST", "/v1/billing/plans", {
      product_id: product["id"],
      name: "A year",
      billing_cycles: [{ ...cycle(1, 12), frequency, tenure_type: "REGULAR" }],
    });
    expect(await subscribe(String(plan["id"]), [cycle(1, 0)])).toMatchObject(refused);
  });

  it("a subscription's plan, unless the request asks for it", async () => {
    const { body } = await subscribe("P-BACKLOTMONTH", [cycle(1, 0)]);
    const path = `/v1/billing/subscriptions/${String(body["id"])}`;
    expect((await call("GET", path)).body["plan"]).toBeUndefined();
    expect((await call("GET", `${path}?fields=plan`)).body["plan"]).toMatchObject({
      billing_cycles: [{ sequence: 1 }],
    });
  });
});
