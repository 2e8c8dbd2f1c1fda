import { scenarioDatabases } from "@backlot/testing/databases";
import { type Instant, epochMs, instant } from "@backlot/domain";
import Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { TEST_SCALE } from "@backlot/testing/scale";
import { startFaultyProxy } from "@backlot/testing/faulty-proxy";
import { TestClient } from "@backlot/testing/client";
import { chargesAt } from "@backlot/testing/sandbox";
import { proofsOn, openTestStore, useTestStore } from "@backlot/testing/store";

describe.each(scenarioDatabases)("a subscription through the API on $kind", (databases) => {
  const suite = useTestStore(databases);
  const shopper = async (): Promise<TestClient> => {
    const client = new TestClient(suite.store.app);
    await client.signUp();
    return client;
  };

  it("CHK-03 one card, one charge of the quoted cents, one plan, its credits", async () => {
    const ada = await shopper();
    const { body: quote } = await ada.get("/api/subscriptions/quote?plan_variant_id=132&license_id=1");
    expect(quote.data.total).toBe(47_000);
    const { id } = await ada.saveCard(suite.sandbox.url, "4242424242424242");
    const subscribed = await ada.post("/api/subscriptions", {
      plan_variant_id: 132,
      license_id: 1,
      setup_intent_id: id,
    });
    expect(subscribed.status).toBe(200);
    expect(subscribed.body.data.subscription).toMatchObject({
      active: true,
      current_credit_balance: 240,
      license: { id: 1 },
      plan_variant: { id: 132 },
    });
    const { body: me } = await ada.get("/api/users/me");
    expect(me.data.subscription.current_credit_balance).toBe(240);
    expect(me.data.current_credit_balance).toBe(240);
    expect(me.data.free_subscriber).toBe(false);
    expect(await chargesAt(suite.sandbox.url, me.data.stripe_customer_token)).toMatchObject([
      { amount: quote.data.total, status: "succeeded" },
    ]);
    const again = await ada.post("/api/subscriptions", { plan_variant_id: 132, license_id: 1, setup_intent_id: id });
    expect(again.body).toEqual(subscribed.body);
    expect(await chargesAt(suite.sandbox.url, me.data.stripe_customer_token)).toHaveLength(1);
  });

  it("CHK-03 the same order sent many times at once is one charge, one plan, one grant", async () => {
    const ada = await shopper();
    const { id } = await ada.saveCard(suite.sandbox.url, "4242424242424242");
    const sent = await Promise.all(
      Array.from({ length: proofsOn(databases, TEST_SCALE.doubleSubmits) }, () =>
        ada.post("/api/subscriptions", { plan_variant_id: 131, setup_intent_id: id }),
      ),
    );
    expect(new Set(sent.map((each) => each.status))).toEqual(new Set([200]));
    expect(new Set(sent.map((each) => JSON.stringify(each.body))).size).toBe(1);
    const { body: me } = await ada.get("/api/users/me");
    expect(me.data.current_credit_balance).toBe(50);
    expect(await chargesAt(suite.sandbox.url, me.data.stripe_customer_token)).toMatchObject([{ amount: 9_900 }]);
  });

  it("CHK-03 two orders at once, by two cards, make one plan", async () => {
    const ada = await shopper();
    const first = await ada.saveCard(suite.sandbox.url, "4242424242424242");
    const second = await ada.saveCard(suite.sandbox.url, "5555555555554444");
    const sent = await Promise.all(
      [first.id, second.id].map((setup_intent_id) =>
        ada.post("/api/subscriptions", { plan_variant_id: 130, setup_intent_id }),
      ),
    );
    // The other request arrives while the first order is placed, or finds the plan running and changes nothing.
    expect(sent.filter(({ status, body }) => status === 200 && body.data.change === null)).toHaveLength(1);
    const outcomes = sent.map(({ status, body }) => (status === 200 ? body.data.change : status));
    expect([409, "no-change"]).toContain(outcomes.find((each) => each !== null));
    const { body: me } = await ada.get("/api/users/me");
    expect(await chargesAt(suite.sandbox.url, me.data.stripe_customer_token)).toHaveLength(1);
    expect(me.data.current_credit_balance).toBe(20);
  });

  it("CHK-03 a card that saves but does not pay: the provider's words, no plan, then another card pays", async () => {
    const ada = await shopper();
    const bad = await ada.saveCard(suite.sandbox.url, "4000000000000341");
    const refused = await ada.post("/api/subscriptions", { plan_variant_id: 130, setup_intent_id: bad.id });
    expect(refused).toMatchObject({
      status: 402,
      body: { error: { code: "payment_declined", message: "Your card was declined." } },
    });
    expect((await ada.post("/api/subscriptions", { plan_variant_id: 130, setup_intent_id: bad.id })).body).toEqual(
      refused.body,
    );
    const before = (await ada.get("/api/users/me")).body.data;
    expect([before.subscription, before.current_credit_balance]).toEqual([null, 0]);
    const good = await ada.saveCard(suite.sandbox.url, "4242424242424242");
    expect((await ada.post("/api/subscriptions", { plan_variant_id: 130, setup_intent_id: good.id })).status).toBe(200);
    const charges = await chargesAt(suite.sandbox.url, before.stripe_customer_token);
    expect(charges.filter((charge) => charge.status === "succeeded")).toMatchObject([{ amount: 4_900 }]);
  });

  it("CHK-03 a card that the bank refuses to save is refused by the provider, and makes no order", async () => {
    const ada = await shopper();
    const { id, answer } = await ada.saveCard(suite.sandbox.url, "4000000000000002");
    expect(answer).toMatchObject({ status: 402, body: { error: { message: "Your card was declined." } } });
    const refused = await ada.post("/api/subscriptions", { plan_variant_id: 130, setup_intent_id: id });
    expect(refused).toMatchObject({ status: 409, body: { error: { reason: "payment_method_required" } } });
  });

  it("CHK-03 a payment that the bank asks about waits for its buyer, and goes on where it stood", async () => {
    const ada = await shopper();
    const { id } = await ada.saveCard(suite.sandbox.url, "4000002760003184");
    const endChallenge = (intent: string) =>
      fetch(`${suite.sandbox.url}/3ds/${intent}`, { method: "POST", body: "outcome=complete" });
    await endChallenge(id);
    const asked = await ada.post("/api/subscriptions", { plan_variant_id: 130, setup_intent_id: id });
    expect(asked).toMatchObject({ status: 402, body: { error: { code: "payment_needs_confirmation" } } });
    const paymentIntent = String(asked.body.error.client_secret).split("_secret_")[0] ?? "";
    expect((await ada.get("/api/users/me")).body.data.subscription).toBeNull();
    await endChallenge(paymentIntent);
    expect((await ada.post("/api/subscriptions", { plan_variant_id: 130, setup_intent_id: id })).status).toBe(200);
    expect((await ada.get("/api/users/me")).body.data.current_credit_balance).toBe(20);
  });

  it("CHK-07 a webhook settles an order whose buyer did not come back, once, however often it comes", async () => {
    const ada = await shopper();
    const { id } = await ada.saveCard(suite.sandbox.url, "4000002760003184");
    const endChallenge = (intent: string) =>
      fetch(`${suite.sandbox.url}/3ds/${intent}`, { method: "POST", body: "outcome=complete" });
    await endChallenge(id);
    const asked = await ada.post("/api/subscriptions", { plan_variant_id: 130, setup_intent_id: id });
    await endChallenge(String(asked.body.error.client_secret).split("_secret_")[0] ?? "");
    const events = await fetch(`${suite.sandbox.url}/v1/events?limit=20`, {
      headers: { authorization: "Bearer sk_test_dashboard" },
    });
    const { data } = (await events.json()) as {
      data: { id: string; type: string; data: { object: { customer?: string } } }[];
    };
    const { stripe_customer_token } = (await ada.get("/api/users/me")).body.data;
    const own = data.filter(
      (event) =>
        event.data.object.customer === stripe_customer_token && /^(invoice|customer\.subscription)/.test(event.type),
    );
    expect(own.map((event) => event.type)).toContain("invoice.paid");
    const deliver = (event: unknown): Promise<Response> => {
      const payload = JSON.stringify(event);
      const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: suite.sandbox.webhookSecret });
      return Promise.resolve(
        suite.store.app.request("/api/webhooks/stripe", {
          method: "POST",
          body: payload,
          headers: { "stripe-signature": signature },
        }),
      );
    };
    // Out of order, each twice, and all at once.
    const answers = await Promise.all([...own, ...own.toReversed()].map(deliver));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([204]));
    const me = (await ada.get("/api/users/me")).body.data;
    expect([me.subscription.active, me.current_credit_balance]).toEqual([true, 20]);
    expect(await chargesAt(suite.sandbox.url, stripe_customer_token)).toHaveLength(1);
  });

  it("CHK-07 a failed 3-D Secure, by webhook, ends the plan at the provider too: nobody can pay it", async () => {
    const ada = await shopper();
    const { id } = await ada.saveCard(suite.sandbox.url, "4000002760003184");
    const answerBank = (intent: string, outcome: string) =>
      fetch(`${suite.sandbox.url}/3ds/${intent}`, { method: "POST", body: `outcome=${outcome}` });
    await answerBank(id, "complete");
    const asked = await ada.post("/api/subscriptions", { plan_variant_id: 130, setup_intent_id: id });
    const secret = String(asked.body.error.client_secret);
    const intent = secret.split("_secret_")[0] ?? "";
    await answerBank(intent, "fail");
    const { stripe_customer_token } = (await ada.get("/api/users/me")).body.data;
    const list = await fetch(`${suite.sandbox.url}/v1/subscriptions?customer=${stripe_customer_token}`, {
      headers: { authorization: "Bearer sk_test_dashboard" },
    });
    const [subscription] = ((await list.json()) as { data: { id: string; metadata: object }[] }).data;
    const details = { subscription_details: { subscription: subscription?.id, metadata: subscription?.metadata } };
    const payload = JSON.stringify({
      id: `evt_${intent}`,
      object: "event",
      created: 1_800_000_000,
      type: "invoice.payment_failed",
      data: { object: { object: "invoice", parent: details } },
    });
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: suite.sandbox.webhookSecret });
    const delivered = await suite.store.app.request("/api/webhooks/stripe", {
      method: "POST",
      body: payload,
      headers: { "stripe-signature": signature },
    });
    expect(delivered.status).toBe(204);
    const browser = async (path: string, fields: Record<string, string>) => {
      const answer = await fetch(`${suite.sandbox.url}${path}`, {
        method: "POST",
        body: new URLSearchParams({ ...fields, key: "pk_test_x" }),
      });
      return { ok: answer.ok, body: (await answer.json()) as { id: string } };
    };
    const card = await browser("/v1/payment_methods", {
      type: "card",
      "card[number]": "4242424242424242",
      "card[exp_month]": "12",
      "card[exp_year]": "2034",
    });
    expect(
      (
        await browser(`/v1/payment_intents/${intent}/confirm`, {
          payment_method: card.body.id,
          client_secret: secret,
        })
      ).ok,
    ).toBe(false);
    expect(await ada.post("/api/subscriptions", { plan_variant_id: 130, setup_intent_id: id })).toMatchObject({
      status: 402,
    });
    const good = await ada.saveCard(suite.sandbox.url, "4242424242424242");
    expect((await ada.post("/api/subscriptions", { plan_variant_id: 130, setup_intent_id: good.id })).status).toBe(200);
    expect(
      (await chargesAt(suite.sandbox.url, stripe_customer_token)).filter((charge) => charge.status === "succeeded"),
    ).toHaveLength(1);
  });

  it("CHK-03 a card forgotten after its set-up pays nothing and blocks nothing; one set-up, one order", async () => {
    const ada = await shopper();
    const gone = await ada.saveCard(suite.sandbox.url, "4242424242424242");
    const [card] = (await ada.post("/api/cards", {})).body.data;
    await ada.post("/api/delete_payment_method", { payment_method_id: card.id });
    const refused = await ada.post("/api/subscriptions", { plan_variant_id: 130, setup_intent_id: gone.id });
    expect(refused).toMatchObject({ status: 409, body: { error: { reason: "payment_method_required" } } });
    const { id } = await ada.saveCard(suite.sandbox.url, "4242424242424242");
    expect((await ada.post("/api/subscriptions", { plan_variant_id: 130, setup_intent_id: id })).status).toBe(200);
    const other = await ada.post("/api/subscriptions", { plan_variant_id: 132, setup_intent_id: id });
    expect(other).toMatchObject({ status: 409, body: { error: { reason: "setup_intent_reused" } } });
  });

  describe("with a provider that fails for a while", () => {
    const during = async (
      matches: RegExp,
      fault: "lost" | "down",
      work: (ada: TestClient, mend: () => void, set: (at: Instant) => void) => Promise<void>,
    ): Promise<void> => {
      const proxy = await startFaultyProxy(suite.sandbox.url, matches, fault);
      const own = await openTestStore(databases, { ...suite.sandbox, url: proxy.url });
      const ada = new TestClient(own.app);
      await ada.signUp();
      await work(ada, proxy.mend, own.clock.set);
      await own.close();
      proxy.stop();
    };
    const succeeded = async (ada: TestClient) => {
      const { stripe_customer_token } = (await ada.get("/api/users/me")).body.data;
      return (await chargesAt(suite.sandbox.url, stripe_customer_token)).filter(
        (charge) => charge.status === "succeeded",
      );
    };
    const minuteLater = (): Instant => instant(epochMs(suite.store.clock.now()) + 60_000);

    it("CHK-03 an order that never got there is not charged by giving it up for another", async () => {
      await during(/^POST \/v1\/subscriptions/, "down", async (ada, mend, set) => {
        const first = await ada.saveCard(suite.sandbox.url, "4242424242424242");
        expect(await ada.post("/api/subscriptions", { plan_variant_id: 132, setup_intent_id: first.id })).toMatchObject(
          {
            status: 503,
            body: { error: { code: "provider_unreachable" } },
          },
        );
        mend();
        set(minuteLater());
        const second = await ada.saveCard(suite.sandbox.url, "4242424242424242");
        const placed = await ada.post("/api/subscriptions", { plan_variant_id: 128, setup_intent_id: second.id });
        expect(placed).toMatchObject({ status: 200, body: { data: { subscription: { plan_variant: { id: 128 } } } } });
        expect(await succeeded(ada)).toMatchObject([{ amount: 1_900 }]);
        const again = await ada.post("/api/subscriptions", { plan_variant_id: 132, setup_intent_id: first.id });
        expect(again).toMatchObject({ status: 409, body: { error: { reason: "order_ended" } } });
      });
    });

    it("CHK-07 a webhook whose work can't be done is answered so that it comes again", async () => {
      await during(/^GET \/v1\/subscriptions\//, "down", async (ada, mend) => {
        const { id } = await ada.saveCard(suite.sandbox.url, "4242424242424242");
        const placed = await ada.post("/api/subscriptions", { plan_variant_id: 130, setup_intent_id: id });
        const { stripe_subscription_token: subscription } = placed.body.data.subscription;
        const event = {
          id: `evt_${subscription}`,
          object: "event",
          created: 1_800_000_000,
          type: "customer.subscription.updated",
          data: { object: { id: subscription, object: "subscription", metadata: {} } },
        };
        const secret = suite.sandbox.webhookSecret;
        const signature = () => Stripe.webhooks.generateTestHeaderString({ payload: JSON.stringify(event), secret });
        const tell = async () =>
          (await ada.call("POST", "/api/webhooks/stripe", event, { "stripe-signature": signature() })).status;
        expect(await tell()).toBe(503);
        mend();
        expect(await tell()).toBe(204);
      });
    });

    it("CHK-03 the same order sent again goes through, wherever it stopped, and is charged once", async () => {
      for (const [matches, fault] of [
        [/^POST \/v1\/subscriptions/, "down"],
        [/^POST \/v1\/subscriptions/, "lost"],
        [/^POST \/v1\/invoices\/[^/]+\/pay/, "down"],
        [/^POST \/v1\/invoices\/[^/]+\/pay/, "lost"],
      ] as const) {
        await during(matches, fault, async (ada, mend) => {
          const { id } = await ada.saveCard(suite.sandbox.url, "4242424242424242");
          const order = { plan_variant_id: 130, setup_intent_id: id };
          expect((await ada.post("/api/subscriptions", order)).status).toBe(503);
          mend();
          expect((await ada.post("/api/subscriptions", order)).status).toBe(200);
          expect(await succeeded(ada)).toMatchObject([{ amount: 4_900 }]);
          expect((await ada.get("/api/users/me")).body.data.current_credit_balance).toBe(20);
        });
      }
    });
  });

  it("CHK-06 what belongs to someone else is refused and changes nothing", async () => {
    const ada = await shopper();
    const eve = await shopper();
    const { id } = await ada.saveCard(suite.sandbox.url, "4242424242424242");
    await eve.saveCard(suite.sandbox.url, "4242424242424242");
    const adasCustomer = (await ada.get("/api/users/me")).body.data.stripe_customer_token;
    const adasCard = (await ada.post("/api/cards", {})).body.data[0].id;
    expect((await eve.post("/api/subscriptions", { plan_variant_id: 130, setup_intent_id: id })).status).toBe(403);
    expect((await eve.post("/api/cards", { stripe_customer_token: adasCustomer })).status).toBe(403);
    expect((await eve.post("/api/setup_intent", { customer_id: adasCustomer })).status).toBe(403);
    expect((await eve.post("/api/setup_intent", { payment_method: adasCard })).status).toBe(403);
    expect((await eve.post("/api/delete_payment_method", { payment_method_id: adasCard })).status).toBe(403);
    expect((await ada.post("/api/cards", {})).body.data).toHaveLength(1);
    const mine = await eve.saveCard(suite.sandbox.url, "4242424242424242");
    const order = { plan_variant_id: 130, setup_intent_id: mine.id };
    expect((await eve.post("/api/subscriptions", order)).status).toBe(200);
    // An existing order is only returned to its own buyer.
    expect((await ada.post("/api/subscriptions", order)).status).toBe(403);
    expect(
      (await ada.post("/api/subscriptions", { plan_variant_id: 130, setup_intent_id: id, amount: 1 })).status,
    ).toBe(400);
    expect(await chargesAt(suite.sandbox.url, adasCustomer)).toEqual([]);
  });

  it("CHK-05 a saved card pays without being typed again, and can be forgotten", async () => {
    const ada = await shopper();
    await ada.saveCard(suite.sandbox.url, "4242424242424242");
    const [card] = (await ada.post("/api/cards", {})).body.data;
    expect(card.card).toMatchObject({ brand: "visa", last4: "4242", exp_year: 2034 });
    const { body: intent } = await ada.post("/api/setup_intent", { payment_method: card.id });
    expect(intent.status).toBe("succeeded");
    expect((await ada.post("/api/subscriptions", { plan_variant_id: 128, setup_intent_id: intent.id })).status).toBe(
      200,
    );
    expect((await ada.get("/api/users/me")).body.data.current_credit_balance).toBe(0);
    await ada.saveCard(suite.sandbox.url, "5555555555554444");
    expect((await ada.post("/api/delete_payment_method", { payment_method_id: card.id })).body.data).toMatchObject([
      { card: { last4: "4444" } },
    ]);
  });

  it("LIC-03 LIC-11 a plan below the minimum license, or of another list, is not sold", async () => {
    const ada = await shopper();
    const { id } = await ada.saveCard(suite.sandbox.url, "4242424242424242");
    expect((await ada.post("/api/users/update_min_license", { license_id: 4 })).body.data.minimum_license_id).toBe(4);
    expect((await ada.post("/api/users/update_min_license", { license_id: 2 })).body.data.minimum_license_id).toBe(4);
    const below = await ada.post("/api/subscriptions", { plan_variant_id: 130, license_id: 1, setup_intent_id: id });
    expect(below).toMatchObject({ status: 409, body: { error: { reason: "below_minimum_license" } } });
    const other = await ada.post("/api/subscriptions", { plan_variant_id: 130, license_id: 4, setup_intent_id: id });
    expect(other).toMatchObject({ status: 409, body: { error: { reason: "plan_unavailable" } } });
    const quote = await ada.get("/api/subscriptions/quote?plan_variant_id=136&license_id=4");
    expect(quote.body.data.total).toBe(24_750);
    expect(
      (await ada.post("/api/subscriptions", { plan_variant_id: 136, setup_intent_id: id })).body.data.subscription
        .license.id,
    ).toBe(4);
  });

  it("CRD-10 DWN-01 credits buy a premium item for good; the file downloads and is what it says", async () => {
    const ada = await shopper();
    const premium = (await ada.get("/api/collections/forked-lightning")).body;
    const variant = premium.collection_variants[0];
    expect(await ada.get(`/api/variant_downloads/${variant.id}/download`)).toMatchObject({
      status: 403,
      body: { error: { reason: "NeedsPurchase" } },
    });
    expect(await ada.post("/api/purchases/collection", { collection_id: premium.id })).toMatchObject({
      status: 409,
      body: { error: { code: "not_enough_credits", missing: 12 } },
    });
    const { id } = await ada.saveCard(suite.sandbox.url, "4242424242424242");
    await ada.post("/api/subscriptions", { plan_variant_id: 130, setup_intent_id: id });
    const bought = await Promise.all(
      Array.from({ length: 10 }, () => ada.post("/api/purchases/collection", { collection_id: premium.id })),
    );
    expect(bought.filter((each) => each.status === 200)).toMatchObject([
      { body: { data: { credits_spent: 12, current_credit_balance: 8 } } },
    ]);
    for (const each of bought.filter(({ status }) => status !== 200))
      expect(each).toMatchObject({ status: 409, body: { error: { reason: "already_owned" } } });
    expect((await ada.get("/api/users/me")).body.data.current_credit_balance).toBe(8);
    const link = await ada.get(`/api/variant_downloads/${variant.id}/download`);
    expect(link).toMatchObject({ status: 200, body: { download_limit: null } });
    const file = await ada.open(link.body.url, { range: "bytes=0-3" });
    expect([file.status, Buffer.from(await file.arrayBuffer()).toString("latin1")]).toEqual([206, "PK\u0003\u0004"]);
    expect(file.headers.get("cache-control")).toBe("private, no-store");
    const eve = await shopper();
    const owned = async (who: TestClient) => (await who.get("/api/collections/forked-lightning")).body.owned;
    expect([await owned(ada), await owned(eve)]).toEqual([true, false]);
    expect((await eve.get(`/api/variant_downloads/${variant.id}/download`)).status).toBe(403);
    expect((await suite.store.app.request(link.body.url, { headers: { authorization: `${eve.token}` } })).status).toBe(
      403,
    );
    expect((await suite.store.app.request(link.body.url)).status).toBe(401);
  });
});
