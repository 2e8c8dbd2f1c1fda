import type { ChildProcess } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPostgres } from "@backlot/adapters-postgres";
import { TestClient } from "@backlot/testing/client";
import { expectPaidOnce, shopInsistently } from "@backlot/testing/insistent-shopper";
import { NO_LIMITS } from "@backlot/testing/no-limits";
import { overTheWire, startApi } from "@backlot/testing/processes";
import { type RunningSandbox, openSandbox, settingsOf } from "@backlot/testing/sandbox";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startCluster } from "../scripts/failover-cluster.mjs";
import { freePort } from "../scripts/free-port.mjs";

const SHOPPERS = 20;
const KILLS = 3;

// Only `npm run prove:failover` installs what it needs.
describe.skipIf(process.env["BACKLOT_FAILOVER"] !== "1")("a store on three servers under Patroni", () => {
  let cluster: Awaited<ReturnType<typeof startCluster>>;
  let sandbox: RunningSandbox;
  let api: ChildProcess;
  let url: string;

  beforeAll(async () => {
    cluster = await startCluster();
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    sandbox = await openSandbox({ webhookUrl: `${url}/api/webhooks/stripe` });
    api = await startApi({
      DATABASE_URL: cluster.url,
      DATA_DIR: await mkdtemp(join(tmpdir(), "backlot-failover-")),
      PORT: String(port),
      ...settingsOf(sandbox),
      ...NO_LIMITS,
    });
  });
  afterAll(async () => {
    api?.kill("SIGKILL");
    await sandbox?.stop();
    cluster?.stop();
  });

  it("CHK-03 CHK-07 loses and doubles no purchase when its leader is killed three times", async () => {
    const paid: TestClient[] = [];
    let isOver = false;
    /** Buys with one new account after the other until the kills are over. */
    const shop = async (shopper: number): Promise<void> => {
      for (let visit = 0; !isOver; visit += 1) {
        const client = new TestClient(overTheWire(url));
        await shopInsistently(client, sandbox.url, `failover${shopper}-${visit}@example.com`);
        paid.push(client);
        await new Promise((resolve) => setTimeout(resolve, 1_000));
      }
    };
    const shoppers = Promise.all(Array.from({ length: SHOPPERS }, (_, shopper) => shop(shopper)));
    const pauses: number[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const before = paid.length;
      await expect.poll(() => paid.length - before).toBeGreaterThan(SHOPPERS);
      pauses.push(await cluster.killLeader());
    }
    const before = paid.length;
    await expect.poll(() => paid.length - before).toBeGreaterThan(SHOPPERS);
    isOver = true;
    await shoppers;
    // It has recovered without a restart.
    expect([api.exitCode, api.signalCode]).toEqual([null, null]);
    const database = openPostgres(cluster.url, 1);
    for (const client of paid) await expectPaidOnce(client, sandbox.url, database.kysely);
    await database.close();
    const seconds = pauses.map((pause) => `${(pause / 1_000).toFixed(1)} s`).join(", ");
    console.log(`failover: ${2 * paid.length} purchases, none lost or doubled; without a leader for ${seconds}`);
  });
});
