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
  const runs = async (name: string) => {
    const { rows } = await sql<{ attempts: number; is_running: boolean }>`
      select attempts, lease_until is not null as is_running from jobs where name = ${name}`.execute(
      store.database.kysely,
    );
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
