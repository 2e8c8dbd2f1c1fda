import { once } from "node:events";
import { createServer } from "node:net";
import { startJobs } from "@backlot/api/jobs";
import { epochMs, instant } from "@backlot/domain";
import { plainDatabase } from "@backlot/testing/databases";
import { openSandbox } from "@backlot/testing/sandbox";
import { openTestStore } from "@backlot/testing/store";
import { sql } from "kysely";
import { expect, it, onTestFinished, vi } from "vitest";

/** Opens a test store whose providers accept every request and never respond. */
const openSilentStore = async () => {
  const sandbox = await openSandbox();
  onTestFinished(() => sandbox.stop());
  // A job that calls it stays in the middle of its work.
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
  const ran = async (name: string): Promise<number> => {
    const found = await sql<{ attempts: number }>`select attempts from jobs where name = ${name}`.execute(
      store.database.kysely,
    );
    return found.rows[0]?.attempts ?? 0;
  };
  const stop = startJobs(store.services);
  onTestFinished(() => stop());
  await expect.poll(() => ran("refund-due")).toBe(1);
  // Due again a minute later, while the reconciling jobs still wait for their first answers.
  store.clock.set(instant(epochMs(store.clock.now()) + 61_000));
  await expect.poll(() => ran("refund-due"), { timeout: 15_000 }).toBe(2);
  expect(await ran("reconcile-stripe")).toBe(1);
});

it("CHK-07 jobs that a store's end interrupts are due again at once, and ask no closed database", async () => {
  const store = await openSilentStore();
  const complaints = vi.spyOn(console, "error").mockImplementation(() => undefined);
  onTestFinished(() => complaints.mockRestore());
  const leased = async (): Promise<readonly string[]> => {
    const { rows } = await sql<{
      name: string;
    }>`select name from jobs where lease_until is not null order by name`.execute(store.database.kysely);
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
