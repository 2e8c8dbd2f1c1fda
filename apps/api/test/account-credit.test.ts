import { cents } from "@backlot/domain";
import { expireSubscriptions, runDueJobs } from "@backlot/application";
import { TestClient } from "@backlot/testing/client";
import { plainDatabase } from "@backlot/testing/databases";
import { startFaultyProxy } from "@backlot/testing/faulty-proxy";
import { runIn } from "@backlot/testing/ports";
import { BY_STAFF, SUPPORT_KEY, chargesAt, eventsAt } from "@backlot/testing/sandbox";
import { type TestStore, advance, deliver, openTestStore, useTestStore } from "@backlot/testing/store";
import { subscribersOf } from "@backlot/testing/subscriber";
import { openSupportCommand } from "@backlot/testing/support-command";
import * as Effect from "effect/Effect";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { makeApp } from "../src/app.ts";
import { mountWeb } from "../src/web.ts";

const run = Effect.runPromise;
describe("account credit", () => {
  const suite = useTestStore(plainDatabase);
  // Wide enough for tables without line breaks.
  beforeEach(() => void vi.stubEnv("COLUMNS", "250"));
  afterEach(() => void vi.unstubAllEnvs());

  /** Creates a customer with a saved card and account credit, in cents. */
  const creditor = async (store: TestStore, credit: number) => {
    const client = new TestClient(store.app);
    await client.signUp();
    const { id: setup_intent_id } = await client.saveCard(suite.sandbox.url, "4242424242424242");
    const { id, stripe_customer_token: customer } = (await client.get("/api/users/me")).body.data;
    const given = { id: crypto.randomUUID(), customer_id: customer, cents: cents(-credit), reason: "a trial" };
    await run(store.ports.cards.adjustBalance(given));
    const quote = async (more = "") => client.get(`/api/subscriptions/quote?plan_variant_id=130&license_id=1${more}`);
    const subscribe = (more: object = {}) =>
      client.post("/api/subscriptions", { plan_variant_id: 130, license_id: 1, setup_intent_id, ...more });
    return { client, id, customer, quote, subscribe };
  };

  it("DSC-06 pays its part of a plan by card, and of nothing at PayPal, which can't take it off", async () => {
    const ada = await creditor(suite.store, 1_000);
    expect((await ada.quote()).body.data).toMatchObject({ account_credit: 1_000, total: 3_900 });
    expect((await ada.quote("&payment_method=paypal")).body.data).toMatchObject({ account_credit: 0, total: 4_900 });
    expect((await ada.subscribe()).status).toBe(200);
    expect(await chargesAt(suite.sandbox.url, ada.customer)).toMatchObject([{ amount: 3_900, status: "succeeded" }]);
  });

  it("DSC-06 pays a plan alone: where it pays the plan whole, no credits are sold beside it", async () => {
    const ada = await creditor(suite.store, 10_000);
    const refused = { status: 409, body: { error: { reason: "credit_pack_unavailable" } } };
    expect(await ada.quote("&add_on_credits=5")).toMatchObject(refused);
    expect(await ada.subscribe({ credit_pack_variant: { credit_pack_variant_id: 5 } })).toMatchObject(refused);
    expect((await ada.client.get("/api/users/me")).body.data.subscription).toBeNull();
  });

  it("DSC-06 ORD-06 a plan that it paid whole says so among the orders, another one says how it was paid", async () => {
    const paid = async (credit: number) => {
      const { client, subscribe } = await creditor(suite.store, credit);
      expect((await subscribe()).status).toBe(200);
      return (await client.get("/api/orders")).body.data.map((order: { paid_with: string }) => order.paid_with);
    };
    expect(await paid(10_000)).toEqual(["account-credit"]);
    expect(await paid(1_000)).toEqual(["card"]);
  });

  it("DSC-06 CHK-07 a plan that it paid whole opens, even where its order ended before the answer came", async () => {
    const proxy = await startFaultyProxy(suite.sandbox.url, /^POST \/v1\/subscriptions/, "lost");
    const store = await openTestStore(plainDatabase, { ...suite.sandbox, url: proxy.url });
    const ada = await creditor(store, 10_000);
    expect((await ada.subscribe()).status).toBe(503);
    proxy.mend();
    const { orders } = store.ports.transactions.read;
    const order = await run(orders.openSubscriptionOrder(ada.id));
    await run(orders.transition(order?.id ?? "", { _tag: "expired", at: store.clock.now() }));
    for (const event of await eventsAt(suite.sandbox.url, ada.customer))
      expect(await deliver(store, suite.sandbox.webhookSecret, event)).toBe(204);
    expect((await ada.client.get("/api/users/me")).body.data).toMatchObject({
      current_credit_balance: 20,
      subscription: { plan_variant: { id: 130 }, status: "active" },
    });
    expect(await chargesAt(suite.sandbox.url, ada.customer)).toEqual([]);
    await store.close();
    proxy.stop();
  });

  it("DSC-06 a debt at the provider is due with a plan by card, as a line of its own, and funds nothing", async () => {
    const ada = await creditor(suite.store, -330);
    expect((await ada.quote()).body.data).toMatchObject({ balance_due: 330, account_credit: 0, total: 5_230 });
    expect((await ada.quote("&payment_method=paypal")).body.data.total).toBe(4_900);
    expect((await ada.subscribe({ expected_kind: "new-plan", expected_total: 5_230 })).status).toBe(200);
    expect(await chargesAt(suite.sandbox.url, ada.customer)).toMatchObject([{ amount: 5_230, status: "succeeded" }]);
    expect((await run(suite.store.ports.cards.customer(ada.customer))).balance).toBe(0);
    const preview = async () =>
      (await ada.client.get("/api/subscriptions/change_preview?plan_variant_id=131&license_id=1")).body.data;
    // The plan cost its price, so an upgrade gives back no more.
    expect(await preview()).toMatchObject({ credit_for_unused: 4_900 });
    const debt = { id: crypto.randomUUID(), customer_id: ada.customer, cents: cents(120), reason: "a trial" };
    await run(suite.store.ports.cards.adjustBalance(debt));
    const shown = (await preview()).quote;
    expect(shown).toMatchObject({ balance_due: 120, total: 9_900 - 4_900 + 120 });
    const { id: setup_intent_id } = await ada.client.saveCard(suite.sandbox.url, "4242424242424242");
    const change = { plan_variant_id: 131, license_id: 1, setup_intent_id, expected_total: shown.total };
    expect((await ada.client.post("/api/subscriptions", change)).body.data).toMatchObject({ change: "upgrade" });
    expect((await chargesAt(suite.sandbox.url, ada.customer)).map(({ amount }) => amount)).toEqual([5_120, 5_230]);
  });

  it("DSC-06 what the provider can't charge, as it is under 50 cents, is due with the next payment", async () => {
    const ada = await creditor(suite.store, 4_870);
    expect((await ada.quote()).body.data).toMatchObject({ account_credit: 4_870, carried_over: 30, total: 0 });
    expect((await ada.subscribe()).status).toBe(200);
    expect(await chargesAt(suite.sandbox.url, ada.customer)).toEqual([]);
    expect((await run(suite.store.ports.cards.customer(ada.customer))).balance).toBe(30);
    const me = async () => (await ada.client.get("/api/users/me")).body.data;
    expect(await me()).toMatchObject({ carried_over: 30, subscription: { status: "active" } });
    // The next payment collects it, and says so before.
    const { current_period_end: renews } = (await me()).subscription;
    await advance(suite.sandbox.url, suite.store, { to: renews });
    await runIn(suite.store.ports, runDueJobs);
    await advance(suite.sandbox.url, suite.store, { days: 1 });
    await runIn(suite.store.ports, runDueJobs);
    expect(await chargesAt(suite.sandbox.url, ada.customer)).toMatchObject([{ amount: 4_930, status: "succeeded" }]);
    expect(await me()).toMatchObject({ carried_over: 0 });
  });

  const subscriber = subscribersOf(suite);

  it("DSC-06 a debt that a renewal collects funds none of its period, and stands on the receipt", async () => {
    const ada = await subscriber(128);
    const debt = { id: crypto.randomUUID(), customer_id: ada.customer, cents: cents(120), reason: "a trial" };
    await run(suite.store.ports.cards.adjustBalance(debt));
    await ada.time({ months: 1 });
    await ada.deliverWebhooks();
    expect((await ada.ledgerSnapshot()).payments.map(({ amount }) => amount)).toEqual([1_900, 2_020]);
    const [receipt] = (await ada.client.get("/api/receipts")).body.data;
    expect(receipt).toMatchObject({ subtotal: 1_900, balance_due: 120, account_credit: 0, total: 2_020 });
    const preview = await ada.client.get("/api/subscriptions/change_preview?plan_variant_id=131&license_id=1");
    // The running period is worth its price. Only seconds of it have passed.
    expect(preview.body.data.credit_for_unused).toBeLessThanOrEqual(1_900);
    const entries = await run(suite.store.ports.transactions.read.funding.entries(ada.id));
    const opened = entries.filter(({ reason }) => reason === "paid").map((entry) => entry.cents);
    expect(opened).toEqual([1_900, 1_900]);
  });

  /** Creates a customer whose yearly plan a refund has ended, so that its unused time is account credit. */
  const owed = async (card?: string) => {
    const ada = await subscriber(129, card);
    const [payment] = (await ada.ledgerSnapshot()).payments;
    if (payment === undefined) throw new Error("nothing was paid");
    expect(await ada.refund(payment, 10_001)).toBe(200);
    await ada.deliverWebhooks();
    const balance = async () => (await run(suite.store.ports.cards.customer(ada.customer))).balance;
    const credit = (await ada.me()).account_credit as number;
    expect([await balance(), credit]).toEqual([-7_999, 7_999]);
    const refunded = async () => (await ada.ledgerSnapshot()).payments[0]?.refunded;
    return { ...ada, balance, refunded, email: (await ada.me()).email as string };
  };
  const payOut = (customer: string, amount: number, more: object = {}) => {
    const staff = new TestClient(suite.store.app);
    staff.token = SUPPORT_KEY;
    return staff.post("/api/support/customers/changes", {
      customer,
      idempotency_key: crypto.randomUUID(),
      ...BY_STAFF,
      change: { kind: "pay_out_account_credit", amount },
      ...more,
    });
  };

  it.each([
    { ends: "the store ends", atProvider: false },
    { ends: "the provider ends", atProvider: true },
  ])("DSC-06 CHK-07 what an unpaid renewal used of it is back once $ends the plan", async ({ atProvider }) => {
    const ada = await owed();
    const setup_intent_id = await ada.setup();
    const bought = await ada.client.post("/api/subscriptions", {
      plan_variant_id: 130,
      license_id: 1,
      setup_intent_id,
    });
    expect(bought.status).toBe(200);
    expect([await ada.balance(), (await ada.me()).account_credit]).toEqual([-3_099, 3_099]);
    await ada.refuseRenewal();
    expect([await ada.balance(), (await ada.me()).subscription.status]).toEqual([0, "past_due"]);
    if (atProvider) {
      const headers = { authorization: "Bearer sk_test_dashboard" };
      const { data } = (await (
        await fetch(`${suite.sandbox.url}/v1/subscriptions?customer=${ada.customer}`, { headers })
      ).json()) as { data: { id: string }[] };
      for (const { id } of data)
        await fetch(`${suite.sandbox.url}/v1/subscriptions/${id}`, { method: "DELETE", headers });
    } else {
      await ada.time({ days: 8 });
      await runIn(suite.store.ports, expireSubscriptions);
    }
    await ada.deliverWebhooks();
    expect((await ada.me()).subscription).toBeNull();
    expect([await ada.balance(), (await ada.me()).account_credit]).toEqual([-3_099, 3_099]);
    expect((await ada.client.get("/api/subscriptions/quote?plan_variant_id=130&license_id=1")).body.data).toMatchObject(
      {
        ...{ account_credit: 3_099, total: 1_801 },
      },
    );
  });

  it("DSC-06 ACC-07 it is lost with a deleted account only if its owner agrees to exactly that amount", async () => {
    const ada = await owed();
    const remove = (more: object) => ada.client.post("/api/users/deletion", { password: "correct horse", ...more });
    for (const named of [{}, { forfeit_account_credit: 7_998 }])
      expect((await remove(named)).body.error).toMatchObject({
        reason: "acknowledgement_required",
        message:
          "You have $79.99 in account credit. Ask our support team to refund it first, or confirm that you " +
          "understand you'll lose it when your account is deleted.",
      });
    expect((await ada.client.get("/api/users/me/export")).body.data.user.account_credit).toBe(7_999);
    expect((await remove({ forfeit_account_credit: 7_999 })).status).toBe(204);
  });

  it("DSC-06 ACC-07 the profile, the plan's page, and the deletion form state it", async () => {
    const ada = await owed();
    const { config, services } = suite.store;
    const app = await makeApp(config, services, { pages: mountWeb });
    const page = async (path: string) => {
      const answer = await app.request(path, { headers: { authorization: ada.client.token ?? "" } });
      expect(answer.status, path).toBe(200);
      return (await answer.text()).replaceAll("<!-- -->", "");
    };
    for (const path of ["/accounts/profile", "/accounts/subscriptions"])
      expect((await page(path)).includes(">$79.99<"), path).toBe(true);
    const form = await page("/accounts/delete");
    for (const words of ["ll lose $79.99 in account credit.", "ll lose my $79.99 in account credit."])
      expect(form.includes(words), words).toBe(true);
  });

  it("DSC-06 CLI-02 support pays it back to the payments that it came from, once per key, and logs it", async () => {
    const ada = await owed();
    const key = { idempotency_key: crypto.randomUUID() };
    expect(await payOut(ada.email, 3_000, key)).toMatchObject({
      status: 200,
      body: { data: { changed: true, user: { account_credit: 4_999 } } },
    });
    expect((await payOut(ada.email, 3_000, key)).status).toBe(200);
    expect([await ada.balance(), await ada.refunded()]).toEqual([-4_999, 13_001]);
    expect(await payOut(ada.email, 5_000)).toMatchObject({
      status: 409,
      body: {
        error: { reason: "account_credit_unavailable", message: "Only $49.99 in account credit can be paid out." },
      },
    });
    const { run: command, close } = await openSupportCommand(suite.store.app);
    const say = async (...words: readonly string[]) => {
      const { out, err, code } = await command(SUPPORT_KEY, "customers", ...words);
      return code === 0 ? out.trim() : `${code}: ${err.trim()}`;
    };
    try {
      expect(await say("show", ada.email)).toMatch(/^Account credit +\$49\.99$/m);
      const all = ["pay-out", ada.email, "--reason", "closes the account", "--by", "sam"];
      expect(await say(...all)).toBe(
        `2: This refunds $49.99 of account credit to ${ada.email} and can't be undone. Add --yes to continue.`,
      );
      expect(await say(...all, "--amount", "0", "--yes")).toContain("Use whole cents, such as 1050 for $10.50.");
      expect(await say(...all, "--yes")).toBe(
        `Refunding $49.99 in account credit to ${ada.email}. To see pending refunds, run backlot money list.`,
      );
      expect(await say(...all, "--yes")).toBe(`1: ${ada.email} has no account credit.`);
      expect(await say("show", ada.email)).toMatch(
        / sam +shared +refunded \$49.99 in account credit +closes the account/,
      );
    } finally {
      close();
    }
    await runIn(suite.store.ports, runDueJobs);
    await ada.deliverWebhooks();
    expect([await ada.balance(), await ada.refunded(), (await ada.me()).account_credit]).toEqual([0, 18_000, 0]);
  });

  it("DSC-06 CLI-02 what the provider no longer holds is not paid out, and a deleted account can be paid", async () => {
    const ada = await owed();
    const taken = { id: crypto.randomUUID(), customer_id: ada.customer, cents: cents(7_000), reason: "used" };
    await run(suite.store.ports.cards.adjustBalance(taken));
    expect((await payOut(ada.id, 1_000)).body.error.message).toBe("Only $9.99 in account credit can be paid out.");
    const gone = { password: "correct horse", forfeit_account_credit: 7_999 };
    expect((await ada.client.post("/api/users/deletion", gone)).status).toBe(204);
    expect((await payOut(ada.id, 999)).status).toBe(200);
    expect([await ada.balance(), await ada.refunded()]).toEqual([0, 11_000]);
  });

  it("DSC-06 CLI-02 an order that counts on it ends before it is paid out", async () => {
    const ada = await owed();
    const asks = await ada.client.saveCard(suite.sandbox.url, "4000002760003184");
    await fetch(`${suite.sandbox.url}/3ds/${asks.id}`, { method: "POST", body: "outcome=complete" });
    const order = { plan_variant_id: 133, license_id: 1, setup_intent_id: asks.id };
    expect((await ada.client.post("/api/subscriptions", order)).status).toBe(402);
    expect(await ada.balance()).toBe(0);
    expect((await payOut(ada.id, 7_999)).status).toBe(200);
    expect([await ada.balance(), await ada.refunded()]).toEqual([0, 18_000]);
    expect((await ada.me()).pending_order).toBeNull();
  });
});
