import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPostgres } from "@backlot/adapters-postgres";
import { SAMPLES } from "@backlot/samples";
import { TestClient } from "@backlot/testing/client";
import { testDatabases } from "@backlot/testing/databases";
import { until } from "@backlot/testing/guard";
import { NO_LIMITS } from "@backlot/testing/no-limits";
import { ROOT, overTheWire, startApi } from "@backlot/testing/processes";
import { type RunningSandbox, chargesAt, openSandbox, settingsOf } from "@backlot/testing/sandbox";
import { TEST_SCALE } from "@backlot/testing/scale";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../scripts/free-port.mjs";

const HAPROXY = "/usr/sbin/haproxy";
const server = testDatabases.find(({ kind }) => kind === "PostgreSQL");

describe.skipIf(!existsSync(HAPROXY))("deploy/haproxy.cfg", () => {
  it("is taken by HAProxy", () => {
    const env = { BIND: "127.0.0.1:4999", STORE_1: "127.0.0.1:3001", STORE_2: "127.0.0.1:3002" };
    const { status, stderr } = spawnSync(HAPROXY, ["-c", "-f", join(ROOT, "deploy/haproxy.cfg")], { env });
    expect([status, stderr.toString()]).toEqual([0, expect.not.stringContaining("WARNING")]);
  });
});

describe.skipIf(server === undefined || !existsSync(HAPROXY))("two processes behind deploy/haproxy.cfg", () => {
  let sandbox: RunningSandbox;
  let proxy: ChildProcess;
  let url: string;
  let database: string;
  let environments: readonly Readonly<Record<string, string>>[];
  const processes: ChildProcess[] = [];

  beforeAll(async () => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), "backlot-rolling-"));
    ({ DATABASE_URL: database = "" } = (await server?.stockedEnvironment(DATA_DIR)) ?? {});
    const [port, first, second] = [await freePort(), await freePort(), await freePort()];
    url = `http://127.0.0.1:${port}`;
    sandbox = await openSandbox({ webhookUrl: `${url}/api/webhooks/stripe` });
    environments = [first, second].map((own) => ({
      DATABASE_URL: database,
      DATA_DIR,
      PORT: String(own),
      PUBLIC_URL: url,
      TRUSTED_PROXIES: "1",
      // Longer than two checks of the proxy.
      DRAIN_DELAY: "3",
      ...settingsOf(sandbox),
      SAMPLE_SCALE: String(TEST_SCALE.files),
      ...NO_LIMITS,
    }));
    for (const env of environments) processes.push(await startApi(env));
    proxy = spawn(HAPROXY, ["-f", "deploy/haproxy.cfg"], {
      env: { BIND: `127.0.0.1:${port}`, STORE_1: `127.0.0.1:${first}`, STORE_2: `127.0.0.1:${second}` },
      stdio: ["ignore", "ignore", "inherit"],
    });
    await until(async () => {
      if ((await fetch(`${url}/api/health`)).status !== 200) throw new Error("the proxy is not open");
    });
  });
  afterAll(async () => {
    for (const each of processes) each.kill("SIGKILL");
    proxy?.kill("SIGKILL");
    await sandbox?.stop();
  });

  it("CHK-03 are restarted one after the other under shoppers without a failed request", async () => {
    const failed: string[] = [];
    let isOver = false;
    let answered = 0;
    const free = SAMPLES.catalog.collections.find(({ access }) => access === "free");
    /** Asks the store, and notes whatever isn't answered as it should be. */
    const noted = async <A extends { readonly status: number }>(what: string, asked: Promise<A>): Promise<A | null> => {
      const answer = await asked.catch((error: unknown) => {
        failed.push(`${what}: ${error}`);
        return null;
      });
      answered += 1;
      if (answer !== null && ![200, 201, 202, 204].includes(answer.status)) failed.push(`${what}: ${answer.status}`);
      return answer;
    };
    /** Signs up, buys a plan, and then looks around, downloads, and changes the wishlist until the test is over. */
    const shop = async (): Promise<string> => {
      const client = new TestClient(overTheWire(url));
      const email = `${Math.random().toString(36).slice(2)}@example.com`;
      const account = { first_name: "Ada", last_name: "Lens", email, password: "correct horse" };
      client.token = (await noted("sign-up", client.post("/api/users", account)))?.body.data.token;
      const { id } = await client.saveCard(sandbox.url, "4242424242424242");
      await noted("plan", client.post("/api/subscriptions", { plan_variant_id: 130, setup_intent_id: id }));
      while (!isOver) {
        await noted("account", client.get("/api/users/me"));
        await noted("page", fetch(`${url}/collections/${free?.slug}`));
        await noted("wish", client.put(`/api/wishlists/${free?.id}`));
        const variant = free?.collection_variants[0]?.id;
        const link = await noted("link", client.get(`/api/variant_downloads/${variant}/download`));
        if (link?.status === 200) await noted("file", client.open(link.body.url));
      }
      const { current_credit_balance, stripe_customer_token } = (await client.get("/api/users/me")).body.data;
      expect(current_credit_balance).toBe(20);
      return stripe_customer_token;
    };
    const shoppers = Promise.all(Array.from({ length: TEST_SCALE.restartShoppers }, shop));
    for (const [index, env] of environments.entries()) {
      const before = answered;
      await expect.poll(() => answered - before).toBeGreaterThan(40);
      const old = processes[index];
      old?.kill("SIGTERM");
      expect(await once(old ?? process, "exit")).toEqual([0, null]);
      processes[index] = await startApi(env);
      const health = async () => (await fetch(`http://127.0.0.1:${env["PORT"]}/api/health`)).status;
      await expect.poll(health).toBe(200);
    }
    const before = answered;
    await expect.poll(() => answered - before).toBeGreaterThan(40);
    isOver = true;
    const customers = await shoppers;
    expect(failed).toEqual([]);
    console.log(`rolling restart: ${answered} requests, none failed`);
    for (const customer of customers) expect(await chargesAt(sandbox.url, customer)).toHaveLength(1);
    // Jobs run in both processes, and none is stuck.
    const { kysely, close } = openPostgres(database, 1);
    const failing = await kysely.selectFrom("jobs").select("name").where("failures", ">", 0).execute();
    await close();
    expect(failing).toEqual([]);
  });
});
