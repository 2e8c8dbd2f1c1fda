import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  DataDirLocked,
  isDatabaseOutage,
  lockDataDir,
  makeTransactions,
  migrate,
  openEmbedded,
  openPostgres,
} from "@backlot/adapters-postgres";
import { DEFAULT_SEARCH_LIBRARY, PROVIDERS } from "@backlot/domain";
import type { Repositories } from "@backlot/ports";
import { testDatabases } from "@backlot/testing/databases";
import { prepareData } from "@backlot/testing/prepared-data";
import * as Effect from "effect/Effect";
import * as Exit from "effect/Exit";
import { type Kysely, type KyselyPlugin, sql } from "kysely";
import { describe, expect, it } from "vitest";

/** Returns a data folder with an embedded database. Creating one takes ten times as long as copying one. */
const folder = async (): Promise<string> => {
  const made = await mkdtemp(join(tmpdir(), "backlot-db-"));
  await prepareData(made);
  return made;
};

describe.each(testDatabases)("a database on $kind", ({ open, openEmpty }) => {
  it("has every migration once, however many processes bring it up to date", async () => {
    const database = await open();
    expect(await Promise.all([migrate(database.kysely), migrate(database.kysely)])).toEqual([[], []]);
    await database.close();
  });

  it("takes rows of every payment provider that the rules know, and of no other", async () => {
    const database = await open();
    const { rows } = await sql<{ name: string; rule: string }>`
      select conrelid::regclass || '.' || conname as name, pg_get_constraintdef(oid) as rule
      from pg_constraint where contype = 'c'
        and pg_get_constraintdef(oid) ~ 'provider = ANY'`.execute(database.kysely);
    const named = rows.map(({ name, rule }) => [name, [...rule.matchAll(/'(\w+)'::text/g)].map(([, each]) => each)]);
    expect(named.length).toBeGreaterThan(2);
    for (const [name, providers] of named) expect(providers, String(name)).toEqual([...PROVIDERS]);
    await database.close();
  });

  it("moves leases to one table, where processes of the version before still see and take them", async () => {
    const { kysely, close } = await openEmpty();
    await migrate(kysely, "0014-channel-names");
    await sql`insert into accounts
      values ('ada', 'a@b.co', 'Ada', 'Lens', true, null, false, false, null, false, null, now())`.execute(kysely);
    const inAMinute = sql`clock_timestamp() + interval '1 minute'`;
    await sql`insert into account_leases values ('ada', 'earlier', ${inAMinute})`.execute(kysely);
    await sql`insert into file_leases values ('1011', 'earlier', ${inAMinute})`.execute(kysely);
    expect(await migrate(kysely)).toContain("0015-leases");
    const { leases } = makeTransactions(kysely).read as Repositories["Service"];
    const lease = (name: string) => ({ name, holder: "this version", milliseconds: 60_000 });
    for (const name of ["ada", "1011"]) expect(await Effect.runPromise(leases.take(lease(name)))).toBe(false);
    await sql`delete from account_leases where user_id = 'ada' and holder = 'earlier'`.execute(kysely);
    expect(await Effect.runPromise(leases.take(lease("ada")))).toBe(true);
    /** Takes a lease with the statement of the version before. Returns whether it got the lease. */
    const takenBefore = async (name: string) => {
      const { numAffectedRows } = await sql`insert into account_leases (user_id, holder, until)
        values (${name}, 'earlier', ${inAMinute})
        on conflict (user_id) do update set holder = 'earlier', until = ${inAMinute}
        where account_leases.until <= clock_timestamp() or account_leases.holder = 'earlier'`.execute(kysely);
      return numAffectedRows === 1n;
    };
    expect([await takenBefore("ada"), await takenBefore("bob"), await takenBefore("bob")]).toEqual([false, true, true]);
    expect(await Effect.runPromise(leases.isTaken("bob"))).toBe(true);
    await close();
  });

  it("is left alone by a version that is older than it is", async () => {
    const database = await open();
    await sql`insert into kysely_migration values ('9998-later', '2030-01-01'), ('9999-latest', '2030-01-02')`.execute(
      database.kysely,
    );
    await expect(migrate(database.kysely)).rejects.toThrow(
      /^The database is from a newer version: it has 9998-later, 9999-latest, and this version knows .* up to \d{4}-/,
    );
    await database.close();
  });

  it("that has no more room asks for another try, as when it is away", () => {
    const full = Object.assign(new Error('could not extend file "base/5/1": No space left on device'), {
      code: "53100",
    });
    expect([isDatabaseOutage(full), isDatabaseOutage(new Error("failed", { cause: full }))]).toEqual([true, true]);
  });

  it("names every constraint after its column or what it demands, never by a number", async () => {
    const database = await open();
    const { rows } = await sql`select conname from pg_constraint
      where connamespace = current_schema()::regnamespace
        and (conname ~ '_(check|key|fkey)[0-9]+$' or conname = conrelid::regclass || '_check')`.execute(
      database.kysely,
    );
    expect(rows).toEqual([]);
    await database.close();
  });

  it("fails its check while a write finds no room, and passes it once there is room", async () => {
    const database = await open();
    let hasRoom = false;
    const fullDisk: KyselyPlugin = {
      transformQuery: ({ node }) => {
        const needsRoom = JSON.stringify(node).includes("create temporary table");
        if (needsRoom && !hasRoom) throw Object.assign(new Error("could not extend file"), { code: "53100" });
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const { check } = makeTransactions(database.kysely.withPlugin(fullDisk), database);
    const isReady = () => Effect.runPromise(Effect.exit(check())).then(Exit.isSuccess);
    expect(await isReady()).toBe(true);
    const write = sql`do 'begin raise exception ''could not extend file'' using errcode = ''53100''; end'`;
    await expect(write.execute(database.kysely)).rejects.toThrow("could not extend file");
    expect([await isReady(), await isReady()]).toEqual([false, false]);
    hasRoom = true;
    expect([await isReady(), await isReady()]).toEqual([true, true]);
    await database.close();
  });

  it("reads numbers as numbers, days as text and times as dates", async () => {
    const database = await open();
    const { rows } =
      await sql`select 9007199254740991::int8 as n, '2026-11-21'::date as d, count(*) as c from accounts`.execute(
        database.kysely,
      );
    expect(rows).toEqual([{ n: Number.MAX_SAFE_INTEGER, d: "2026-11-21", c: 0 }]);
    await expect(sql`select 9007199254740993::int8 as n`.execute(database.kysely)).rejects.toThrow(RangeError);
    await database.close();
  });

  it("lets a server end a transaction whose process is gone, before its lease would have ended", async () => {
    const database = await open();
    const { rows } = await sql<{ readonly setting: string }>`select setting from pg_settings
      where name = 'idle_in_transaction_session_timeout'`.execute(database.kysely);
    // The embedded engine runs in one process and ends with it.
    expect(rows).toEqual([{ setting: database.kind === "postgres" ? "10000" : "0" }]);
    await database.close();
  });

  it("CRD-09 never lets a ledger entry be changed or removed", async () => {
    const database = await open();
    const db = database.kysely;
    await sql`insert into accounts
      values ('a', 'a@b.co', 'A', 'B', true, null, false, false, null, false, null, now())`.execute(db);
    await sql`insert into credit_lots (id, user_id, kind, granted, granted_at, source)
      values ('l', 'a', 'grant', 5, now(), 's')`.execute(db);
    await sql`insert into credit_entries (user_id, lot_id, amount, reason, reference, at)
      values ('a', 'l', 5, 'grant', 's', now())`.execute(db);
    await expect(sql`update credit_entries set amount = 9`.execute(db)).rejects.toThrow("append-only");
    await expect(sql`delete from credit_entries`.execute(db)).rejects.toThrow("append-only");
    await expect(
      sql`insert into credit_entries (user_id, lot_id, amount, reason, reference, at)
        values ('a', 'l', -6, 'spend', 'x', now())`.execute(db),
    ).rejects.toThrow("credit_lots_remaining");
    await database.close();
  });
});

const server = testDatabases.find(({ kind }) => kind === "PostgreSQL");

describe.skipIf(server === undefined)("statements that are prepared on a server", () => {
  const named = async (kysely: Kysely<never>): Promise<readonly string[]> => {
    const { rows } = await sql<{ readonly statement: string }>`select statement from pg_prepared_statements`.execute(
      kysely,
    );
    return rows.map(({ statement }) => statement);
  };
  const openOne = async () => {
    const { DATABASE_URL = "" } = (await server?.environment()) ?? {};
    const database = openPostgres(DATABASE_URL, 1);
    return { database, kysely: database.kysely as unknown as Kysely<never> };
  };

  it("are named, so that the server plans each of them once", async () => {
    const { database, kysely } = await openOne();
    for (const n of [1, 2, 3]) {
      await sql`select ${n}::int as n`.execute(kysely);
      await sql`
        select ${n}::int as lines`.execute(kysely);
    }
    const texts = (await named(kysely)).map((text) => text.trim());
    for (const text of ["select $1::int as n", "select $1::int as lines"])
      expect(texts.filter((each) => each === text)).toHaveLength(1);
    await database.close();
  });

  it("SRC-01 look up typed words by a plan that the server keeps, in one library and in all", async () => {
    const { DATABASE_URL = "" } =
      (await server?.stockedEnvironment(await mkdtemp(join(tmpdir(), "backlot-db-")))) ?? {};
    const database = openPostgres(DATABASE_URL, 1);
    const { search } = makeTransactions(database.kysely, database).read;
    for (const library of [null, DEFAULT_SEARCH_LIBRARY])
      for (let n = 0; n < 8; n += 1)
        await Effect.runPromise(search.words({ words: [`fire${n}`, "smo"], pairs: [] }, library));
    const { rows } = await sql`select custom_plans::integer as anew, generic_plans::integer as kept
      from pg_prepared_statements where statement ~ '^[[:space:]]*select asked[.]'`.execute(database.kysely);
    // A server always makes five before it compares them with one that it can keep.
    expect(rows).toEqual(Array(2).fill({ anew: 5, kept: 3 }));
    await database.close();
  });

  it("are named up to a number that the server's memory bears, and each pool counts its own", async () => {
    const [crowded, other] = [await openOne(), await openOne()];
    for (let n = 0; n < 510; n += 1) await sql`select ${n}::int as ${sql.ref(`n${n}`)}`.execute(crowded.kysely);
    expect(await named(crowded.kysely)).toHaveLength(500);
    await sql`select ${1}::int as n`.execute(other.kysely);
    expect(await named(other.kysely)).toContain("select $1::int as n");
    await Promise.all([crowded.database.close(), other.database.close()]);
  });

  it("are prepared anew once a migration has changed their table, even after a failed transaction", async () => {
    const { database, kysely } = await openOne();
    const read = sql<object>`select * from t`;
    await sql`create table t (n int)`.execute(kysely);
    await sql`insert into t values (1)`.execute(kysely);
    expect((await read.execute(kysely)).rows).toEqual([{ n: 1 }]);
    await sql`alter table t add column m int default 2`.execute(kysely);
    expect((await read.execute(kysely)).rows).toEqual([{ n: 1, m: 2 }]);
    await sql`alter table t add column k int default 3`.execute(kysely);
    const failure = await kysely
      .transaction()
      .execute((inside) => read.execute(inside))
      .catch((error: unknown) => error);
    expect(String(failure)).toContain("cached plan");
    // The caller is told to try again.
    expect(isDatabaseOutage(failure)).toBe(true);
    expect((await kysely.transaction().execute((inside) => read.execute(inside))).rows).toEqual([{ n: 1, m: 2, k: 3 }]);
    await database.close();
  });
});

describe("the embedded database", () => {
  it("syncs every commit to the disk", async () => {
    const database = await openEmbedded(join(await folder(), "pg"));
    await sql`create table t (n int)`.execute(database.kysely);
    const before = database.syncs();
    for (let n = 0; n < 20; n += 1) await sql`insert into t values (${n})`.execute(database.kysely);
    expect(database.syncs() - before).toBeGreaterThanOrEqual(20);
    await database.close();
  });

  it("lets one process at a time into a folder", async () => {
    const dir = await mkdtemp(join(tmpdir(), "backlot-db-"));
    const lock = lockDataDir(dir);
    expect(() => lockDataDir(dir)).toThrow(DataDirLocked);
    lock.release();
    lockDataDir(dir).release();
  });
});
