import { scenarioDatabases } from "@backlot/testing/databases";
import { instant } from "@backlot/domain";
import * as Effect from "effect/Effect";
import { describe, expect, it } from "vitest";
import { type Answered, TestClient } from "@backlot/testing/client";
import { chargesAt, eventsAt } from "@backlot/testing/sandbox";
import { deliver, useTestStore } from "@backlot/testing/store";

const VISA = "4242424242424242";
const _run = Effect.runPromise;

describe.each(scenarioDatabases)("credit packs on $kind", (databases) => {
  const suite = useTestStore(databases);
  const browser = async (path: string, form: Record<string, string>) =>
    fetch(`${suite.sandbox.url}${path}`, {
      method: "POST",
      body: new URLSearchParams({ ...form, key: "pk_test_harness" }),
    });
  const cardOf = async (number: string): Promise<string> => {
    const made = await browser("/v1/payment_methods", {
      type: "card",
      "card[number]": number,
      "card[exp_month]": "12",
      "card[exp_year]": "2034",
      "card[cvc]": "123",
    });
    return ((await made.json()) as { id: string }).id;
  };
  const buyer = async () => {
    const client = new TestClient(suite.store.app);
    await client.signUp();
    await client.saveCard(suite.sandbox.url, VISA);
    const me = async () => (await client.get("/api/users/me")).body.data;
    const { stripe_customer_token: customer, id } = await me();
    const [card] = (await client.post("/api/cards", {})).body.data as { id: string }[];
    const charged = async () =>
      (await chargesAt(suite.sandbox.url, customer)).filter((charge) => charge.status === "succeeded");
    return { client, me, customer, id, card: card?.id ?? "", charged };
  };

  it("CRD-01 lists the packs and the prices of custom amounts for a license", async () => {
    const client = new TestClient(suite.store.app);
    const individual = (await client.get("/api/credit_pack_variants?license_id=1")).body;
    expect(
      individual.data.map((pack: { id: number; adjusted_price: number }) => [pack.id, pack.adjusted_price]),
    ).toEqual([
      [5, 1_500],
      [20, 5_900],
      [50, 14_550],
      [100, 28_900],
    ]);
    expect(individual.data[1]).toMatchObject({
      recurring_credits: 20,
      cost_per_credit: "2.95",
      adjusted_cost_per_credit: "2.95",
      business_price_per_credit: "4.13",
    });
    const business = (await client.get("/api/credit_pack_variants?license_id=4")).body;
    expect(business.custom_credit_packs_prices.at(-1)).toEqual({ min: 100, max: null, price: 405 });
    expect((await client.get("/api/credit_pack_variants")).body).toEqual(individual);
  });

  it("CRD-04 a subscriber's license prices their packs, and no other amount is taken", async () => {
    const ada = await buyer();
    const { id } = await ada.client.saveCard(suite.sandbox.url, VISA);
    const plan = { plan_variant_id: 131, license_id: 2, setup_intent_id: id };
    expect((await ada.client.post("/api/subscriptions", plan)).status).toBe(200);
    const pack = { recurring_credits: 100, payment_method_id: ada.card };
    expect(await ada.client.post("/api/payment_intent", { ...pack, amount: 28_900 })).toMatchObject({
      status: 409,
      body: { error: { reason: "price_changed" } },
    });
    expect(await ada.client.post("/api/payment_intent", { ...pack, amount: 40_500 })).toMatchObject({
      status: 200,
      body: { amount: 40_500 },
    });
  });

  it("CRD-05 a saved card buys a pack: the store's price, credits once, and they outlive a plan", async () => {
    const ada = await buyer();
    const intent = await ada.client.post("/api/payment_intent", { recurring_credits: 23, payment_method_id: ada.card });
    expect(intent.body).toMatchObject({ amount: 23 * 295, status: "requires_confirmation" });
    const payment_intent = intent.body.id;
    const confirmed = await ada.client.post("/api/payment_intent_confirm", { payment_intent_id: payment_intent });
    expect(confirmed.body).toMatchObject({ status: "succeeded" });
    const bought = await Promise.all(
      Array.from({ length: 5 }, () =>
        ada.client.post("/api/purchases/credit-pack-variant", {
          payment_intent,
          is_custom: true,
          recurring_credits: 23,
        }),
      ),
    );
    for (const each of bought)
      expect(each).toMatchObject({
        status: 200,
        body: { data: { credits: 23, amount: 6_785, current_credit_balance: 23 } },
      });
    expect(await ada.charged()).toMatchObject([{ amount: 6_785 }]);
    const more = { payment_intent, is_custom: true, recurring_credits: 230 };
    expect(await ada.client.post("/api/purchases/credit-pack-variant", more)).toMatchObject({
      status: 409,
      body: { error: { reason: "price_changed" } },
    });
    expect(
      (await ada.client.post("/api/payment_intent_confirm", { payment_intent_id: payment_intent })).body.status,
    ).toBe("succeeded");
    expect(await ada.charged()).toHaveLength(1);
  });

  it("CRD-05 a new card pays in the browser; a refusal is shown, and another card pays the same order", async () => {
    const ada = await buyer();
    const { body: intent } = await ada.client.post("/api/payment_intent", { recurring_credits: 5 });
    const confirm = async (number: string) =>
      browser(`/v1/payment_intents/${intent.id}/confirm`, {
        payment_method: await cardOf(number),
        client_secret: intent.client_secret,
      });
    expect((await confirm("4000000000009995")).status).toBe(402);
    const order = { payment_intent: intent.id, credit_pack_variant_id: 5 };
    expect(await ada.client.post("/api/purchases/credit-pack-variant", order)).toMatchObject({
      status: 402,
      body: { error: { message: "Your card has insufficient funds." } },
    });
    expect((await ada.me()).current_credit_balance).toBe(0);
    expect((await ada.client.post("/api/cards", {})).body.data).toHaveLength(1);
    expect((await confirm("5555555555554444")).status).toBe(200);
    // The newly entered card is saved for next time. The declined card is not.
    const kept = (await ada.client.post("/api/cards", {})).body.data as { card: { last4: string } }[];
    expect(kept.map(({ card }) => card.last4).sort()).toEqual(["4242", "4444"]);
    expect((await ada.client.post("/api/purchases/credit-pack-variant", order)).body.data.current_credit_balance).toBe(
      5,
    );
    expect(await ada.charged()).toMatchObject([{ amount: 1_500 }]);
  });

  it("CRD-05 a webhook brings the credits of a buyer who did not come back; the record is the same", async () => {
    const ada = await buyer();
    const { body: intent } = await ada.client.post("/api/payment_intent", { recurring_credits: 5 });
    await browser(`/v1/payment_intents/${intent.id}/confirm`, {
      payment_method: await cardOf(VISA),
      client_secret: intent.client_secret,
    });
    for (const event of await eventsAt(suite.sandbox.url, ada.customer))
      await deliver(suite.store, suite.sandbox.webhookSecret, event);
    expect((await ada.me()).current_credit_balance).toBe(5);
    expect(
      (
        await ada.client.post("/api/purchases/credit-pack-variant", {
          payment_intent: intent.id,
          recurring_credits: 5,
        })
      ).body.data.current_credit_balance,
    ).toBe(5);
  });

  it("CHK-06 amounts, customers, cards and payments of someone else are refused and change nothing", async () => {
    const ada = await buyer();
    const eve = await buyer();
    const { body: intent } = await ada.client.post("/api/payment_intent", {
      recurring_credits: 5,
      payment_method_id: ada.card,
    });
    const refused: readonly [Promise<Answered>, number][] = [
      [eve.client.post("/api/payment_intent", { recurring_credits: 5, payment_method_id: ada.card }), 403],
      [eve.client.post("/api/payment_intent", { recurring_credits: 5, customer_id: ada.customer }), 403],
      [eve.client.post("/api/payment_intent", { recurring_credits: 5, amount: 1 }), 409],
      [eve.client.post("/api/payment_intent_confirm", { payment_intent_id: intent.id }), 403],
      [eve.client.post("/api/purchases/credit-pack-variant", { payment_intent: intent.id, recurring_credits: 5 }), 403],
      [
        eve.client.post("/api/purchases/credit-pack-variant", { payment_intent: "pi_unknown", recurring_credits: 5 }),
        404,
      ],
      [
        ada.client.post("/api/purchases/credit-pack-variant", { payment_intent: intent.id, recurring_credits: 100 }),
        409,
      ],
      [ada.client.post("/api/payment_intent", { recurring_credits: 0 }), 400],
      [ada.client.post("/api/payment_intent", { recurring_credits: 100_001 }), 400],
    ];
    for (const [answer, status] of refused) expect((await answer).status).toBe(status);
    expect([await ada.charged(), await eve.charged()]).toEqual([[], []]);
    expect((await eve.me()).current_credit_balance).toBe(0);
  });

  it("CRD-04 a pack costs what it costs under the account's own license", async () => {
    const ada = await buyer();
    await ada.client.post("/api/users/update_min_license", { license_id: 4 });
    expect((await ada.client.post("/api/payment_intent", { recurring_credits: 100 })).body.amount).toBe(40_500);
  });

  it("CRD-05 open payments wait beside each other, five at the most; the oldest can't be paid anymore", async () => {
    const ada = await buyer();
    const opened = [];
    for (let recurring_credits = 1; recurring_credits <= 6; recurring_credits += 1) {
      opened.push((await ada.client.post("/api/payment_intent", { recurring_credits })).body);
      suite.store.clock.set(instant(Date.parse(suite.store.clock.now()) + 1_000));
    }
    const pay = async (intent: { readonly id: string; readonly client_secret: string }) =>
      browser(`/v1/payment_intents/${intent.id}/confirm`, {
        payment_method: await cardOf(VISA),
        client_secret: intent.client_secret,
      });
    const [oldest, second] = opened;
    expect((await pay(oldest)).status).toBe(400);
    expect((await pay(second)).status).toBe(200);
    const recorded = await ada.client.post("/api/purchases/credit-pack-variant", {
      payment_intent: second.id,
      recurring_credits: 2,
    });
    expect(recorded.body.data).toMatchObject({ credits: 2, amount: 600 });
    expect(await ada.charged()).toMatchObject([{ amount: 600 }]);
  });

  it("CRD-05 a pack asked for again while it waits is the same order; another saved card may pay it", async () => {
    const ada = await buyer();
    const ask = (payment_method_id: string) =>
      ada.client.post("/api/payment_intent", { recurring_credits: 7, payment_method_id });
    const first = (await ask(ada.card)).body;
    await ada.client.saveCard(suite.sandbox.url, VISA);
    const cards: { readonly id: string }[] = (await ada.client.post("/api/cards", {})).body.data;
    const other = cards.find((card) => card.id !== ada.card)?.id ?? "";
    const asked = await Promise.all([ask(other), ask(other), ask(other)]);
    for (const each of asked) expect(each.body.id).toBe(first.id);
    const confirm = { payment_intent_id: first.id, payment_method_id: "pm_nobody" };
    expect((await ada.client.post("/api/payment_intent_confirm", confirm)).status).toBe(403);
    const paid = await ada.client.post("/api/payment_intent_confirm", { ...confirm, payment_method_id: other });
    expect(paid.body.status).toBe("succeeded");
    expect((await ada.me()).current_credit_balance).toBe(7);
    expect(await ada.charged()).toHaveLength(1);
  });
});
