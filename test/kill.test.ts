import { once } from "node:events";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningSandbox, TestClient, chargesAt, startSandboxProcess } from "../apps/api/test/harness.ts";
import { freePort } from "../e2e/store.ts";
import { PROOFS } from "../proofs.ts";
import { startFaultyProxy } from "./faulty-proxy.ts";
import { runScript, startApi } from "./processes.ts";

describe("a store that is killed", () => {
  let sandbox: RunningSandbox;
  let env: Record<string, string>;
  let url: string;
  beforeAll(async () => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    sandbox = await startSandboxProcess({ webhookUrl: `${url}/api/webhooks/stripe` });
    env = {
      DATA_DIR: await mkdtemp(join(tmpdir(), "backlot-kill-")),
      PORT: String(port),
      STRIPE_SECRET_KEY: "sk_test_harness",
      STRIPE_PUBLISHABLE_KEY: "pk_test_harness",
      STRIPE_WEBHOOK_SECRET: sandbox.webhookSecret,
      STRIPE_BASE_URL: sandbox.url,
    };
    expect((await runScript(["apps/api/dist/prepare.js"], env)).code).toBe(0);
  });
  afterAll(() => sandbox?.stop());

  /** The routes of the process, as the test client wants them. */
  const overTheWire = (): Hono => {
    const app = new Hono();
    app.all("*", (c) =>
      fetch(`${url}${c.req.path}${new URL(c.req.url).search}`, {
        method: c.req.method,
        headers: c.req.raw.headers,
        body: c.req.raw.body,
        duplex: "half",
      } as RequestInit),
    );
    // A killed store answers nothing.
    app.onError((_, c) => c.body(null, 502));
    return app;
  };

  it("CHK-03 CHK-07 at any moment of an order: nothing that was acknowledged is lost, nothing is charged or granted twice", {
    timeout: 60_000 + PROOFS.kills * 15_000,
  }, async () => {
    let api = await startApi(env);
    const tally = { acknowledged: 0, charged: 0, granted: 0 };
    for (let round = 0; round < PROOFS.kills; round += 1) {
      const ada = new TestClient(overTheWire());
      await ada.signUp();
      const { id } = await ada.saveCard(sandbox.url, "4242424242424242");
      const order = { plan_variant_id: 130, setup_intent_id: id };
      const sent = ada.post("/api/subscriptions", order).then(
        (answer) => answer.status === 200,
        () => false,
      );
      // From before the order is written to after it is answered.
      const moment = (round * 37) % 150;
      await Promise.race([new Promise((resolve) => setTimeout(resolve, moment)), sent]);
      api.kill("SIGKILL");
      await once(api, "exit");
      const acknowledged = await sent;
      api = await startApi(env);
      // The buyer's browser tries again, as it would; the recovery may have been faster.
      const settled = await ada.post("/api/subscriptions", order);
      expect(settled.status).toBe(200);
      const me = (await ada.get("/api/users/me")).body.data;
      const charges = (await chargesAt(sandbox.url, me.stripe_customer_token)).filter((charge) => charge.status === "succeeded");
      expect(charges).toMatchObject([{ amount: 4_900 }]);
      expect(me.current_credit_balance).toBe(20);
      tally.acknowledged += acknowledged ? 1 : 0;
      tally.charged += charges.length;
      tally.granted += me.current_credit_balance / 20;
    }
    expect(tally).toMatchObject({ charged: PROOFS.kills, granted: PROOFS.kills });
    api.kill("SIGTERM");
    expect(await once(api, "exit")).toEqual([0, null]);
  });

  it("CHK-03 an order whose buyer never comes back is settled at the next start", async () => {
    // The charge goes through, and its answer never arrives.
    const proxy = await startFaultyProxy(sandbox.url, /^POST \/v1\/invoices\/[^/]+\/pay/);
    let api = await startApi({ ...env, STRIPE_BASE_URL: proxy.url });
    const ada = new TestClient(overTheWire());
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
    await expect.poll(balance, { timeout: 20_000 }).toBe(50);
    const { stripe_customer_token } = (await ada.get("/api/users/me")).body.data;
    expect((await chargesAt(sandbox.url, stripe_customer_token)).filter((charge) => charge.status === "succeeded")).toHaveLength(1);
    api.kill("SIGTERM");
    await once(api, "exit");
  });
});
