import { refundDue, resumeOrders, runDueJobs } from "@backlot/application";
import { cents, epochMs, instant } from "@backlot/domain";
import { checkupsOf } from "@backlot/testing/checkup";
import { TestClient } from "@backlot/testing/client";
import { testDatabases } from "@backlot/testing/databases";
import { runIn } from "@backlot/testing/ports";
import { type Move, arbMove, randomShoppersIn } from "@backlot/testing/random-shopper";
import { LAW_SEED, TEST_SCALE } from "@backlot/testing/scale";
import { type TestStore, advance, useTestStore } from "@backlot/testing/store";
import * as Effect from "effect/Effect";
import fc from "fast-check";
import type { Hono } from "hono";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";

const HOURS = 24;

/** The faults of an hour: at the providers, with their webhooks, and with the database's connections. */
const arbHour = fc.record({
  providers: fc.constantFrom(
    { all: "off" },
    { all: "on" },
    { all: "off", drop: 0.3 },
    { all: "off", error500: 1 },
    { all: "off", error429: 0.5, delay: 20 },
  ),
  webhooks: fc.constantFrom("in order", "reversed", "twice", "never") as fc.Arbitrary<
    "in order" | "reversed" | "twice" | "never"
  >,
  cutsDatabase: fc.boolean(),
  moves: fc.array(
    fc.record({
      who: fc.nat(),
      move: arbMove.filter((move) => move.do !== "time" && move.do !== "deliver"),
      word: fc.constantFrom("fire", "smoke", "dust", "fyre"),
    }),
    { minLength: TEST_SCALE.dayMoves, maxLength: TEST_SCALE.dayMoves },
  ),
});

describe.each(testDatabases)("a day with faults on $kind", (databases) => {
  const suite = useTestStore(databases);
  const answered: number[] = [];
  /** The store, which records the status of every response. */
  const watched = (): TestStore => {
    const app = {
      request: async (...sent: Parameters<Hono["request"]>) => {
        const answer = await suite.store.app.request(...sent);
        answered.push(answer.status);
        return answer;
      },
    };
    return { ...suite.store, app: app as unknown as Hono };
  };
  let store: TestStore;
  const { deliverNew, shopper, unmade } = randomShoppersIn({
    get sandbox() {
      return suite.sandbox;
    },
    get store() {
      return store;
    },
  });

  const setFaults = async (faults: object): Promise<void> => {
    const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(faults) };
    expect((await fetch(`${suite.sandbox.url}/faults`, init)).status).toBe(200);
  };
  /** Ends every other connection to the database, like a failover. */
  const cutDatabase = async (): Promise<void> => {
    if (databases.kind !== "PostgreSQL") return;
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(suite.store.database.kysely);
  };
  /** Runs what is due. Work that the faults interrupt is due again later. */
  const work = async (): Promise<void> => {
    for (const due of [runDueJobs, resumeOrders("all"), refundDue])
      await runIn(suite.store.ports, due as typeof runDueJobs).catch(() => null);
  };
  const nextHour = async (): Promise<void> => {
    const to = instant(epochMs(suite.store.clock.now()) + 3_600_000);
    await advance(suite.sandbox.url, suite.store, { to });
  };
  /** Lets a shopper act, search, save an item, and download. A move that the faults prevent is abandoned. */
  const act = async ({ client, make }: Awaited<ReturnType<typeof shopper>>, move: Move, word: string) => {
    await make(move).catch(() => null);
    const { body } = await client.get(`/api/collections?q=${word}`);
    const [first] = body?.data ?? [];
    if (first === undefined) return;
    await client.call("PUT", `/api/wishlists/${first.id}`, {});
    await client.get(`/api/variant_downloads/${first.collection_variants[0]?.id}/download`);
  };

  beforeAll(async () => {
    store = watched();
    const { discountCodes } = suite.store.ports.transactions.read;
    await Effect.runPromise(discountCodes.put({ code: "FIVE", value: cents(500), uses_per_account: 1_000 }));
  });

  it(`leaves nothing that a checkup finds after ${HOURS} hours of random traffic (LAW_SEED=${LAW_SEED})`, async () => {
    const shoppers: Awaited<ReturnType<typeof shopper>>[] = [];
    for (let n = 0; n < TEST_SCALE.dayShoppers; n += 1) shoppers.push(await shopper());
    for (const hour of fc.sample(arbHour, { seed: LAW_SEED, numRuns: HOURS })) {
      await setFaults({ all: "off" });
      await setFaults(hour.providers);
      const acting = hour.moves.map(async ({ who, move, word }) => {
        const one = shoppers[who % shoppers.length];
        if (one !== undefined) await act(one, move, word);
      });
      if (hour.cutsDatabase) await cutDatabase();
      await Promise.all(acting);
      if (hour.webhooks !== "never") await deliverNew(hour.webhooks).catch(() => null);
      await work();
      await nextHour();
    }
    // The day is over, and everything responds again. The jobs find webhooks that never arrived.
    await setFaults({ all: "off" });
    for (let round = 0; round < 3; round += 1) {
      await work();
      await advance(suite.sandbox.url, suite.store, { days: 1 });
      await deliverNew("in order");
    }
    await work();

    expect(answered.filter((status) => status === 500)).toEqual([]);
    expect(answered.length).toBeGreaterThan(HOURS * TEST_SCALE.dayMoves);
    const { faultsOf, faultsOfStore } = checkupsOf(suite.store);
    const ids = (await Promise.all(shoppers.map(({ buyers }) => buyers()))).flat();
    for (const id of ids) expect(await faultsOf(id)).toEqual([]);
    const { payments } = suite.store.ports.transactions.read;
    const paid = await Promise.all(ids.map((id) => Effect.runPromise(payments.ofAccount(id))));
    expect(paid.flat().length).toBeGreaterThan(TEST_SCALE.dayShoppers);
    const faults = await faultsOfStore();
    expect(faults.filter(({ code, about }) => code !== "refund_failed" || !unmade.has(about))).toEqual([]);
    const client = new TestClient(suite.store.app);
    expect((await client.get("/api/health")).status).toBe(200);
  });
});
