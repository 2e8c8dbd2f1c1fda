import { NO_LIMITS } from "@backlot/testing/no-limits";
import { proofsOn } from "@backlot/testing/store";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { plainDatabase, testDatabases } from "@backlot/testing/databases";
import { TestClient } from "@backlot/testing/client";
import {
  type RunningSandbox,
  chargesAt,
  openSandbox,
  payPalBuyer,
  payPalEnvironment,
  payPalPaymentsAt,
  settingsOf,
} from "@backlot/testing/sandbox";
import { freePort } from "../scripts/free-port.mjs";
import { TEST_SCALE } from "@backlot/testing/scale";
import { startFaultyProxy } from "@backlot/testing/faulty-proxy";
import { overTheWire, startApi } from "@backlot/testing/processes";

describe.each(testDatabases)("a store on $kind that is killed", (databases) => {
  let sandbox: RunningSandbox;
  let env: Record<string, string>;
  let url: string;
  let api: ChildProcess;
  beforeAll(async () => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    sandbox = await openSandbox({
      webhookUrl: `${url}/api/webhooks/stripe`,
      payPalWebhookUrl: `${url}/api/webhooks/paypal`,
    });
    const dataDir = await mkdtemp(join(tmpdir(), "backlot-kill-"));
    env = {
      DATA_DIR: dataDir,
      PORT: String(port),
      ...settingsOf(sandbox),
      // All shoppers come from one network.
      ...NO_LIMITS,
      ...payPalEnvironment(sandbox.url),
      ...(await databases.stockedEnvironment(dataDir)),
    };
  });
  afterEach(() => void api?.kill("SIGKILL"));
  afterAll(() => sandbox?.stop());

  /** An interrupted purchase: how to send it again until it succeeds, and the expected charges in cents and credits. */
  interface Cut {
    readonly send: (ada: TestClient) => Promise<number>;
    readonly charged: readonly number[];
    readonly credits: number;
    /** The order, if PayPal charges it. */
    readonly payPalOrder?: string;
  }
  const setUp = async (ada: TestClient): Promise<string> => (await ada.saveCard(sandbox.url, "4242424242424242")).id;
  const placing =
    (path: string, payload: object) =>
    async (ada: TestClient): Promise<number> =>
      (await ada.post(path, payload)).status;
  /** Starts a PayPal payment and approves it. Returns the order. */
  const agreed = async (ada: TestClient, path: string, payload: object): Promise<string> => {
    const asked = await ada.post(path, payload);
    return (await payPalBuyer(sandbox.url).approve(asked.body.redirect_url)).searchParams.get("order") ?? "";
  };
  const PURCHASES: readonly ((ada: TestClient) => Promise<Cut>)[] = [
    async (ada) => ({
      send: placing("/api/subscriptions", { plan_variant_id: 130, setup_intent_id: await setUp(ada) }),
      charged: [4_900],
      credits: 20,
    }),
    async (ada) => {
      await ada.post("/api/subscriptions", { plan_variant_id: 130, setup_intent_id: await setUp(ada) });
      const setup_intent_id = await setUp(ada);
      const { charge_today, credits_returned } = (
        await ada.get("/api/subscriptions/change_preview?plan_variant_id=131")
      ).body.data;
      return {
        send: placing("/api/subscriptions", { plan_variant_id: 131, setup_intent_id }),
        charged: [4_900, charge_today],
        credits: 20 - credits_returned + 50,
      };
    },
    async (ada) => {
      await setUp(ada);
      const [card] = (await ada.post("/api/cards", {})).body.data as { id: string }[];
      const { id } = (await ada.post("/api/payment_intent", { recurring_credits: 5, payment_method_id: card?.id }))
        .body;
      const send = async (client: TestClient): Promise<number> => {
        await client.post("/api/payment_intent_confirm", { payment_intent_id: id });
        return (await client.post("/api/purchases/credit-pack-variant", { payment_intent: id, recurring_credits: 5 }))
          .status;
      };
      return { send, charged: [1_500], credits: 5 };
    },
    async (ada) => {
      await setUp(ada);
      const [card] = (await ada.post("/api/cards", {})).body.data as { id: string }[];
      const cart = await ada.call("PUT", "/api/orders/shopping_cart", { product_ids: [1011, 1041] });
      const { token, total } = cart.body;
      const { id } = (await ada.post("/api/payment_intent", { token, payment_method_id: card?.id })).body;
      const send = async (client: TestClient): Promise<number> => {
        await client.post("/api/payment_intent_confirm", { payment_intent_id: id });
        const { status } = await client.post("/api/purchases/cart", { token, payment_intent: id });
        const { owned_variant_ids } = (await client.get("/api/collections/forked-lightning")).body;
        return owned_variant_ids.includes(1041) ? status : 0;
      };
      return { send, charged: [total], credits: 0 };
    },
    async (ada) => {
      const order_id = await agreed(ada, "/api/orders/paypal/initialize_subscription", { plan_variant_id: 130 });
      return {
        send: placing("/api/orders/return", { order_id }),
        charged: [4_900],
        credits: 20,
        payPalOrder: order_id,
      };
    },
    async (ada) => {
      const order_id = await agreed(ada, "/api/orders/paypal", { recurring_credits: 5 });
      return {
        send: placing("/api/orders/return", { order_id }),
        charged: [1_500],
        credits: 5,
        payPalOrder: order_id,
      };
    },
  ];

  it("CHK-03 CHK-07 killed during a purchase, nothing acknowledged is lost, charged, or granted twice", async () => {
    const rounds = proofsOn(databases, TEST_SCALE.kills);
    api = await startApi(env);
    for (let round = 0; round < rounds; round += 1) {
      const cuts = await Promise.all(
        PURCHASES.map(async (purchase) => {
          const ada = new TestClient(overTheWire(url));
          await ada.signUp();
          return { ada, cut: await purchase(ada) };
        }),
      );
      const sent = cuts.map(({ ada, cut }) =>
        cut.send(ada).then(
          (status) => status === 200,
          () => false,
        ),
      );
      // From before the orders are received until after they are answered.
      const moment = (round * 67 + (databases === plainDatabase ? 66 : 0)) % 200;
      await Promise.race([new Promise((resolve) => setTimeout(resolve, moment)), Promise.all(sent)]);
      api.kill("SIGKILL");
      await once(api, "exit");
      const acknowledged = await Promise.all(sent);
      api = await startApi(env);
      const goOn = async ({ ada, cut }: (typeof cuts)[number], index: number): Promise<void> => {
        // The browser sends the request again, as it would; recovery may already have settled it.
        expect(await cut.send(ada)).toBe(200);
        const me = (await ada.get("/api/users/me")).body.data;
        const cards = me.stripe_customer_token === null ? [] : await chargesAt(sandbox.url, me.stripe_customer_token);
        const byCard = cards.filter((charge) => charge.status === "succeeded").map((charge) => charge.amount);
        const byPayPal = (await payPalPaymentsAt(sandbox.url))
          .filter((payment) => payment.custom_id === cut.payPalOrder)
          .map((payment) => payment.amount);
        const amounts = [byCard, byPayPal].map((each) => each.sort((a, b) => a - b));
        const expected = [...cut.charged].sort((a, b) => a - b);
        expect(amounts, `round ${round}, purchase ${index}, acknowledged: ${acknowledged[index]}`).toEqual(
          cut.payPalOrder === undefined ? [expected, []] : [[], expected],
        );
        expect(me.current_credit_balance).toBe(cut.credits);
      };
      await Promise.all(cuts.map(goOn));
    }
    api.kill("SIGTERM");
    expect(await once(api, "exit")).toEqual([0, null]);
  });

  it("CHK-03 an order whose buyer never comes back is settled at the next start", async () => {
    // The charge succeeds, but its response never arrives.
    const proxy = await startFaultyProxy(sandbox.url, /^POST \/v1\/invoices\/[^/]+\/pay/);
    api = await startApi({ ...env, STRIPE_BASE_URL: proxy.url });
    const ada = new TestClient(overTheWire(url));
    await ada.signUp();
    const { id } = await ada.saveCard(sandbox.url, "4242424242424242");
    const sent = ada.post("/api/subscriptions", { plan_variant_id: 131, setup_intent_id: id }).catch(() => null);
    await proxy.reached;
    api.kill("SIGKILL");
    await once(api, "exit");
    await sent;
    proxy.stop();
    api = await startApi(env);
    const balance = async (): Promise<number> => (await ada.get("/api/users/me")).body.data.current_credit_balance;
    await expect.poll(balance).toBe(50);
    const { stripe_customer_token } = (await ada.get("/api/users/me")).body.data;
    expect(
      (await chargesAt(sandbox.url, stripe_customer_token)).filter((charge) => charge.status === "succeeded"),
    ).toHaveLength(1);
    api.kill("SIGTERM");
    await once(api, "exit");
  });
});
