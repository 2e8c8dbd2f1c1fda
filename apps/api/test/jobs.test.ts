import { once } from "node:events";
import { createServer } from "node:net";
import { startJobs } from "@backlot/api/jobs";
import { runDueJobs, sendOutbox } from "@backlot/application";
import { epochMs, instant } from "@backlot/domain";
import { Repositories, transactional } from "@backlot/ports";
import { TestClient } from "@backlot/testing/client";
import { plainDatabase } from "@backlot/testing/databases";
import { runIn } from "@backlot/testing/ports";
import { openSandbox } from "@backlot/testing/sandbox";
import { openTestStore } from "@backlot/testing/store";
import { sql } from "kysely";
import { expect, it, onTestFinished, vi } from "vitest";

const openSandboxForTest = async () => {
  const sandbox = await openSandbox();
  onTestFinished(() => sandbox.stop());
  return sandbox;
};

/** Opens a test store whose providers accept every request and never respond. */
const openSilentStore = async () => {
  const sandbox = await openSandboxForTest();
  // A job that calls it is stuck in the middle of its work.
  const silent = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void silent.close());
  await once(silent, "listening");
  const address = silent.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  return openTestStore(plainDatabase, { ...sandbox, url });
};

it("CHK-07 a job that waits for a silent provider delays no other one", async () => {
  const store = await openSilentStore();
  onTestFinished(() => store.close());
  const runs = async (name: string) => {
    const { rows } = await sql<{ attempts: number; is_running: boolean }>`
      select attempts, exists (select from leases where leases.name = jobs.name) as is_running
      from jobs where name = ${name}`.execute(store.database.kysely);
    return rows[0];
  };
  const stop = startJobs(store.services, 100);
  onTestFinished(() => stop());
  await expect.poll(() => runs("refund-due")).toEqual({ attempts: 1, is_running: false });
  // Due again a minute later, while the reconciling jobs still wait for their first answers.
  store.clock.set(instant(epochMs(store.clock.now()) + 61_000));
  await expect.poll(() => runs("refund-due")).toEqual({ attempts: 2, is_running: false });
  expect(await runs("reconcile-stripe")).toEqual({ attempts: 1, is_running: true });
});

it("ORD-06 receipts name the seller that another process set a moment ago", async () => {
  const store = await openTestStore(plainDatabase, await openSandboxForTest());
  onTestFinished(() => store.close());
  const { shop } = store.ports.settings;
  await runIn(
    store.ports,
    transactional(Repositories.use((repositories) => repositories.shop.change({ seller_name: "Świt Ltd" }))),
  );
  expect(shop.current().seller.name).not.toBe("Świt Ltd");
  const stop = startJobs(store.services, 50);
  onTestFinished(() => stop());
  await expect.poll(() => shop.current().seller.name).toBe("Świt Ltd");
});

it("CHK-07 jobs that a store's end interrupts are due again at once, and ask no closed database", async () => {
  const store = await openSilentStore();
  const complaints = vi.spyOn(console, "error").mockImplementation(() => undefined);
  onTestFinished(() => complaints.mockRestore());
  const leased = async (): Promise<readonly string[]> => {
    const { rows } = await sql<{
      name: string;
    }>`select name from leases order by name`.execute(store.database.kysely);
    return rows.map(({ name }) => name);
  };
  const stop = startJobs(store.services);
  await expect.poll(leased).toEqual(["reconcile-paypal", "reconcile-stripe"]);
  await stop();
  expect(await leased()).toEqual([]);
  store.queries();
  await store.close();
  for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
  expect(store.queries()).toBe(0);
  expect(complaints).not.toHaveBeenCalled();
});

it("CHK-07 forgets old events, expired sessions, and expired password resets, and nothing else", async () => {
  const sandbox = await openSandbox();
  onTestFinished(() => sandbox.stop());
  const store = await openTestStore(plainDatabase, sandbox);
  onTestFinished(() => store.close());
  const { kysely } = store.database;
  const count = async (table: string): Promise<number> => {
    const found = await sql<{ count: number }>`select count(*)::integer as count from ${sql.table(table)}`.execute(
      kysely,
    );
    return found.rows[0]?.count ?? 0;
  };
  const client = new TestClient(store.app);
  await client.signUp("ada");
  const { email } = (await client.get("/api/users/me")).body.data;
  await client.post("/api/sessions", { email, password: "correct horse" });
  await client.post("/api/passwords/mail", { email });
  await runIn(store.ports, sendOutbox);
  expect([await count("auth_sessions"), await count("auth_verifications")]).toEqual([2, 1]);
  const now = store.clock.now();
  for (const days of [1, 59, 61]) {
    const at = instant(epochMs(now) - days * 86_400_000);
    await sql`insert into webhook_events (provider, event_id, type, at)
      values ('stripe', ${`evt_${days}`}, 'invoice.paid', ${at})`.execute(kysely);
  }
  await sql`update auth_sessions set expires_at = now() - interval '1 minute' where id =
    (select id from auth_sessions order by created_at, id limit 1)`.execute(kysely);
  await sql`update auth_verifications set expires_at = now() - interval '1 minute'`.execute(kysely);
  await runIn(store.ports, runDueJobs);
  const { rows } = await sql<{ event_id: string }>`select event_id from webhook_events order by 1`.execute(kysely);
  expect(rows.map(({ event_id }) => event_id)).toEqual(["evt_1", "evt_59"]);
  expect([await count("auth_sessions"), await count("auth_verifications")]).toEqual([1, 0]);
});
