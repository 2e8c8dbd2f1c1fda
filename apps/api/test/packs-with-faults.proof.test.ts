import { chargeOf, resumeOrders, runDueJobs } from "@backlot/application";
import { type Answered, TestClient } from "@backlot/testing/client";
import { testDatabases } from "@backlot/testing/databases";
import { runIn } from "@backlot/testing/ports";
import { chargesAt, eventsAt, payPalBuyer, payPalPaymentsAt } from "@backlot/testing/sandbox";
import { TEST_SCALE } from "@backlot/testing/scale";
import { deliver, proofsOn, useTestStore } from "@backlot/testing/store";
import * as Effect from "effect/Effect";
import { describe, expect, it } from "vitest";

const VISA = "4242424242424242";
const run = Effect.runPromise;

describe.each(testDatabases)("8 concurrent shoppers, all faults on, on $kind", (databases) => {
  const suite = useTestStore(databases);
  it("CHK-07 every fault switched on: money taken is orders recorded is credits granted", async () => {
    const faults = (all: "on" | "off") =>
      fetch(`${suite.sandbox.url}/faults`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ all }),
      });
    const shoppers = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const client = new TestClient(suite.store.app);
        await client.signUp();
        const { id: setup } = await client.saveCard(suite.sandbox.url, VISA);
        const [card] = (await client.post("/api/cards", {})).body.data as { id: string }[];
        const me = (await client.get("/api/users/me")).body.data;
        return { client, setup, card: card?.id, id: String(me.id), customer: String(me.stripe_customer_token) };
      }),
    );
    const buyer = payPalBuyer(suite.sandbox.url);
    await faults("on");
    let hearing = true;
    const delivered = new Set<string>();
    // Webhooks arrive twice, out of order, or never.
    const listening = (async () => {
      while (hearing) {
        const events = [...(await eventsAt(suite.sandbox.url).catch(() => []))].sort(() => Math.random() - 0.5);
        for (const event of events.filter((each) => !delivered.has(each.id)).slice(0, 20)) {
          if (Math.random() < 0.2) continue;
          if ((await deliver(suite.store, suite.sandbox.webhookSecret, event)) === 204 && Math.random() < 0.7)
            delivered.add(event.id);
        }
        for (const { body, headers } of (await buyer.deliveredEvents()).slice(-20).sort(() => Math.random() - 0.5)) {
          if (Math.random() < 0.5)
            await suite.store.app.request("/api/webhooks/paypal", { method: "POST", body, headers: { ...headers } });
        }
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    })();
    /** Repeats a request while the store cannot reach its provider, as a customer would. */
    const insist = async (send: () => Promise<Answered>): Promise<Answered> => {
      let answer = await send();
      for (let times = 0; answer.status === 503 && times < 8; times += 1) answer = await send();
      return answer;
    };
    const purchases = proofsOn(databases, TEST_SCALE.faultyPurchases);
    const each = Math.ceil(purchases / shoppers.length);
    await Promise.all(
      shoppers.map(async ({ client, setup, card }) => {
        await insist(() =>
          client.post("/api/subscriptions", { plan_variant_id: 130, license_id: 1, setup_intent_id: setup }),
        );
        for (let n = 1; n < each; n += 1) {
          const recurring_credits = 1 + (n % 7);
          if (n % 4 === 0) {
            const asked = await insist(() => client.post("/api/orders/paypal", { recurring_credits }));
            expect([200, 503]).toContain(asked.status);
            // An order for as many credits that turns out to be paid redirects back immediately.
            const to: string | null = asked.status === 200 ? asked.body.redirect_url : null;
            const sent = to === null ? null : to.includes("/paypal/approve/") ? await buyer.approve(to) : new URL(to);
            // Some shoppers return, some more than once, and some leave it to the store.
            for (let times = 0; sent !== null && times < n % 3; times += 1) {
              await client.post("/api/orders/return", { order_id: sent.searchParams.get("order") });
            }
            continue;
          }
          const intent = await insist(() =>
            client.post("/api/payment_intent", { recurring_credits, payment_method_id: card }),
          );
          expect([200, 409, 503]).toContain(intent.status);
          if (intent.status !== 200) continue;
          await insist(() => client.post("/api/payment_intent_confirm", { payment_intent_id: intent.body.id }));
          if (n % 3 !== 0)
            await client.post("/api/purchases/credit-pack-variant", {
              payment_intent: intent.body.id,
              recurring_credits,
            });
        }
      }),
    );
    hearing = false;
    await listening;
    await faults("off");
    const { ports } = suite.store;
    expect(await runIn(ports, resumeOrders("all"))).toBe(await openPacks());
    await runIn(ports, runDueJobs);
    const payPal = await payPalPaymentsAt(suite.sandbox.url);
    let taken = 0;
    for (const { id, customer, client } of shoppers) {
      const charged = (await chargesAt(suite.sandbox.url, customer))
        .filter((charge) => charge.status === "succeeded")
        .reduce((sum, charge) => sum + charge.amount, 0);
      const payments = await run(ports.transactions.read.payments.ofAccount(id));
      const { orders: all } = ports.transactions.read;
      const paid = await run(all.paidOneTimeOrdersOf(id, "paypal"));
      const open = await run(all.openOneTimeOrdersOf(id));
      const orders = new Set([...paid, ...open].map((order) => order.id));
      const through = payPal
        .filter((payment) => orders.has(payment.custom_id))
        .reduce((sum, payment) => sum + payment.amount, 0);
      expect(payments.reduce((sum, payment) => sum + payment.amount, 0)).toBe(charged + through);
      const lots = await run(ports.transactions.read.credits.lots(id));
      expect(lots.map((lot) => lot.source).sort()).toEqual(payments.map((payment) => payment.id).sort());
      expect((await client.get("/api/users/me")).body.data.current_credit_balance).toBe(
        lots.reduce((sum, lot) => sum + lot.granted, 0),
      );
      taken += payments.length;
    }
    expect(taken).toBeGreaterThan(purchases / 2);
  });

  /**
   * Returns the number of unpaid pack orders, which stay open until they are canceled because no buyer confirmed them.
   */
  const openPacks = async (): Promise<number> => {
    const { ports } = suite.store;
    const { orders } = ports.transactions.read;
    let open = 0;
    for (const { id } of await run(orders.pending())) {
      const order = await run(orders.get(id));
      if (order === null) continue;
      const state = await run(
        ports.providers[order.provider]?.gateway.find(await runIn(ports, chargeOf(order))) ?? Effect.succeed(null),
      );
      if (state?._tag !== "Succeeded") open += 1;
    }
    return open;
  };
});
