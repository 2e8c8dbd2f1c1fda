import { NO_LIMITS } from "@backlot/testing/no-limits";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database, openPostgres } from "@backlot/adapters-postgres";
import { type Answered, TestClient } from "@backlot/testing/client";
import { testDatabases } from "@backlot/testing/databases";
import { expectPaidOnce, shopInsistently } from "@backlot/testing/insistent-shopper";
import { overTheWire, runScript, startApi } from "@backlot/testing/processes";
import { type RunningSandbox, openSandbox, settingsOf } from "@backlot/testing/sandbox";
import { TEST_SCALE } from "@backlot/testing/scale";
import { freePort } from "../scripts/free-port.mjs";
import { startPostgres } from "../scripts/postgres.mjs";
import { type TcpProxy, startTcpProxy } from "@backlot/testing/tcp-proxy";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const server = testDatabases.find(({ kind }) => kind === "PostgreSQL");

describe.skipIf(server === undefined)("two processes whose database breaks off", () => {
  let cluster: Awaited<ReturnType<typeof startPostgres>>;
  let sandbox: RunningSandbox;
  let proxy: TcpProxy;
  let admin: Database;
  let urls: readonly string[];
  let processes: readonly ChildProcess[];

  beforeAll(async () => {
    // Its own server, because the test crashes it.
    cluster = await startPostgres();
    if (cluster === null) throw new Error("There is no PostgreSQL here that could be started.");
    const DATABASE_URL = cluster.url;
    const database = new URL(DATABASE_URL);
    admin = openPostgres(DATABASE_URL, 2);
    proxy = await startTcpProxy({ host: database.hostname, port: Number(database.port) });
    database.port = String(proxy.port);
    const ports = [await freePort(), await freePort()] as const;
    urls = ports.map((port) => `http://127.0.0.1:${port}`);
    sandbox = await openSandbox({ webhookUrl: `${urls[0]}/api/webhooks/stripe` });
    const environments = await Promise.all(
      ports.map(async (port) => ({
        DATABASE_URL: database.href,
        DATA_DIR: await mkdtemp(join(tmpdir(), "backlot-outage-")),
        PORT: String(port),
        SESSION_SECRET: "session-secret-of-both-processes-0000",
        LINK_SECRET: "link-secret-of-both-processes-0000000",
        SUPPORT_KEY: "support-key-of-both-processes-0000000",
        ...settingsOf(sandbox),
        // All shoppers come from one network.
        ...NO_LIMITS,
      })),
    );
    const [first = {}] = environments;
    expect((await runScript(["apps/api/dist/migrate-and-seed.js"], first)).code).toBe(0);
    processes = await Promise.all(environments.map((env) => startApi(env)));
  });
  afterAll(async () => {
    for (const each of processes ?? []) each.kill("SIGKILL");
    await admin?.close();
    await proxy?.stop();
    await sandbox?.stop();
    cluster?.stop();
  });

  const health = async (url: string): Promise<number> => (await fetch(`${url}/api/health`)).status;
  const allHealthy = async (): Promise<boolean> =>
    (await Promise.all(urls.map(health))).every((status) => status === 200);
  const clientOf = (index = 0): TestClient => new TestClient(overTheWire(urls[index % urls.length] ?? ""));
  const stillRunning = (): boolean => processes.every((each) => each.exitCode === null && each.signalCode === null);

  const shop = async (name: string, index: number): Promise<TestClient> => {
    const client = clientOf(index);
    await shopInsistently(client, sandbox.url, `${name}${index}@example.com`);
    return client;
  };
  const shopAtOnce = (name: string): Promise<readonly TestClient[]> =>
    Promise.all(Array.from({ length: TEST_SCALE.cutShoppers }, (_, index) => shop(name, index)));
  const expectBooksToBeRight = async (clients: readonly TestClient[]): Promise<void> => {
    for (const client of clients) await expectPaidOnce(client, sandbox.url, admin.kysely);
  };

  it("a connection that breaks in the middle of a request costs that request alone", async () => {
    const ada = clientOf();
    const { body } = await ada.signUp();
    const { id } = await ada.saveCard(sandbox.url, "4242424242424242");
    expect((await ada.post("/api/subscriptions", { plan_variant_id: 131, setup_intent_id: id })).status).toBe(200);
    const spending = await admin.kysely.transaction().execute(async (transaction) => {
      await sql`select id from accounts where id = ${body.data.user.id} for update`.execute(transaction);
      let answered: Answered | null = null;
      const sent = ada.post("/api/purchases/collection", { collection_id: 101 }).then((answer) => {
        answered = answer;
        return answer;
      });
      const cutWhatWaits = async (): Promise<Answered | null> => {
        await sql`select pg_terminate_backend(pid) from pg_stat_activity
          where wait_event_type = 'Lock' and datname = current_database()`.execute(admin.kysely);
        return answered;
      };
      await expect.poll(cutWhatWaits).not.toBeNull();
      return sent;
    });
    expect(spending).toMatchObject({ status: 503, body: { error: { code: "unavailable" } } });
    expect(stillRunning()).toBe(true);
    expect((await ada.post("/api/purchases/collection", { collection_id: 101 })).status).toBe(200);
  });

  it("says 503 while its database is gone, on pages and operations, and is back by itself", async () => {
    await proxy.down();
    try {
      for (const url of urls) await expect.poll(() => health(url)).toBe(503);
      const operation = await fetch(`${urls[0]}/api/plan_variants`);
      expect([operation.status, operation.headers.get("retry-after")]).toEqual([503, "2"]);
      const page = await fetch(`${urls[0]}/pricing`, { headers: { accept: "text/html" } });
      expect([page.status, page.headers.get("content-type")]).toEqual([503, expect.stringContaining("text/html")]);
      expect(await page.text()).toContain("Try again in a moment");
      const webhook = await fetch(`${urls[0]}/api/webhooks/stripe`, { method: "POST", body: "{}" });
      expect(webhook.status).toBe(400);
    } finally {
      await proxy.up();
    }
    await expect.poll(allHealthy).toBe(true);
    expect(stillRunning()).toBe(true);
  });

  it("CHK-03 CHK-07 a database that crashes and restarts under shoppers: nothing answered is lost", async () => {
    let shopping = true;
    const shoppers = shopAtOnce("crash").finally(() => {
      shopping = false;
    });
    let crashes = 0;
    while (shopping) {
      await cluster?.restart();
      crashes += 1;
      // Longer and longer pauses let the shoppers finish between crashes.
      await new Promise((resolve) => setTimeout(resolve, crashes * 500));
    }
    const clients = await shoppers;
    expect(crashes).toBeGreaterThan(0);
    expect(stillRunning()).toBe(true);
    await expect.poll(allHealthy).toBe(true);
    await expectBooksToBeRight(clients);
  });

  it("CHK-03 CHK-07 connections cut under shoppers: both processes live on, and the books are right", async () => {
    let shopping = true;
    const cutting = (async (): Promise<number> => {
      let cuts = 0;
      for (; shopping || cuts < TEST_SCALE.databaseCuts; cuts += 1) {
        await new Promise((resolve) => setTimeout(resolve, 30 + ((cuts * 37) % 170)));
        if (cuts % 2 === 0) proxy.cut();
        else
          await sql`select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid()`
            .execute(admin.kysely)
            .catch(() => {});
        // After enough cuts, pauses let the shoppers finish.
        if (cuts > TEST_SCALE.databaseCuts) await new Promise((resolve) => setTimeout(resolve, 300));
      }
      return cuts;
    })();
    const clients = await shopAtOnce("cut");
    shopping = false;
    expect(await cutting).toBeGreaterThanOrEqual(TEST_SCALE.databaseCuts);
    expect(stillRunning()).toBe(true);
    await expect.poll(allHealthy).toBe(true);
    await expectBooksToBeRight(clients);
    for (const each of processes) each.kill("SIGTERM");
    for (const each of processes) if (each.exitCode === null) await once(each, "exit");
    expect(processes.map((each) => each.exitCode)).toEqual([0, 0]);
  });
});
