import {
  type DumpedRow,
  RestoreRefused,
  dumpRows,
  migrate,
  requireNoData,
  restoreRows,
} from "@backlot/adapters-postgres";
import { OWN_TABLES } from "@backlot/adapters-postgres/own-tables";
import { testDatabases } from "@backlot/testing/databases";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";

async function* from(rows: readonly DumpedRow[]): AsyncGenerator<DumpedRow> {
  yield* rows;
}

describe.each(testDatabases)("a backup of a database on $kind", ({ open, openMigrated, openEmpty }) => {
  const dump = async (database: Awaited<ReturnType<typeof open>>) => {
    const rows: DumpedRow[] = [];
    const migrations = await dumpRows(database.kysely, async (row) => void rows.push(row));
    return { rows, migrations };
  };

  it("is restored to the same rows, with its rules and sequences, on either engine", async () => {
    const database = await open();
    await sql`insert into accounts
      values ('a', 'a@b.co', 'Ada', 'Ж 🎬', true, null, false, false, null, false, null, now())`.execute(
      database.kysely,
    );
    await sql`insert into credit_lots (id, user_id, kind, granted, granted_at, source)
      values ('l', 'a', 'grant', 5, '2026-11-21T06:50:00.123456Z', 's')`.execute(database.kysely);
    await sql`insert into credit_entries (user_id, lot_id, amount, reason, reference, at)
      values ('a', 'l', 5, 'grant', 's', now())`.execute(database.kysely);
    // A webhook hears of this once, and not again when it's restored.
    await sql`insert into webhook_endpoints
      values ('w', 'https://a.example', 'whsec_a', 'license.changed', now())`.execute(database.kysely);
    await sql`insert into licensee_profiles (user_id, license_id, completed, invalidated, email, address, token)
      values ('a', 1, true, false, 'a@b.co', '1 Mill Street', 't')`.execute(database.kysely);
    const { rows, migrations } = await dump(database);
    expect(rows.filter(({ table }) => table === "webhook_deliveries")).toHaveLength(1);
    expect(rows.filter(({ table }) => table === "collections").length).toBeGreaterThan(30);
    for (const other of testDatabases) {
      const restored = await other.openEmpty();
      expect(await restoreRows(restored.kysely, migrations, from(rows))).toBe(rows.length);
      const again = await dump(restored);
      const sorted = (all: readonly DumpedRow[]) => all.map(({ table, json }) => `${table} ${json}`).sort();
      expect(sorted(again.rows)).toEqual(sorted(rows));
      expect(again.migrations).toEqual(migrations);
      // Rules hold again, and new rows get new numbers.
      await expect(sql`update credit_entries set amount = 9`.execute(restored.kysely)).rejects.toThrow("append-only");
      await expect(
        sql`insert into credit_lots (id, user_id, kind, granted, granted_at, source)
          values ('m', 'nobody', 'grant', 5, now(), 't')`.execute(restored.kysely),
      ).rejects.toThrow("foreign key");
      await sql`insert into credit_entries (user_id, lot_id, amount, reason, reference, at)
        values ('a', 'l', -1, 'spend', 'x', now())`.execute(restored.kysely);
      await restored.close();
    }
    await database.close();
  });

  it("is restored from before leases had one table, without the leases of processes that are gone", async () => {
    const earlier = await openEmpty();
    const latest = "0014-channel-names";
    await migrate(earlier.kysely, latest);
    const migrations = await dumpRows(earlier.kysely, async () => {});
    expect(migrations.at(-1)).toBe(latest);
    await earlier.close();
    const rows: readonly DumpedRow[] = [
      { table: "account_leases", json: JSON.stringify({ user_id: "a", holder: "h", until: "2030-01-01T00:00:00Z" }) },
      {
        table: "accounts",
        json: JSON.stringify({
          ...{ id: "a", email: "a@b.co", first_name: "Ada", last_name: "Lens", free_subscriber: true, locked: false },
          ...{ should_see_confirm_license: false, should_see_manage_subscription: false },
          created_at: "2026-11-21T06:50:00Z",
        }),
      },
      { table: "file_leases", json: JSON.stringify({ name: "1011", holder: "h", until: "2030-01-01T00:00:00Z" }) },
    ];
    const restored = await openEmpty();
    expect(await restoreRows(restored.kysely, migrations, from(rows))).toBe(1);
    const { rows: counts } = await sql`select (select count(*)::integer from accounts) as accounts,
      (select count(*)::integer from leases) as leases`.execute(restored.kysely);
    expect(counts).toEqual([{ accounts: 1, leases: 0 }]);
    await restored.close();
  });

  it("leaves alone whatever else a database holds", async () => {
    const store = await open();
    const { rows, migrations } = await dump(store);
    const shared = await openEmpty();
    const { kysely } = shared;
    await sql`create table blog_posts (id serial primary key, title text not null unique)`.execute(kysely);
    await sql`create table blog_comments (post int not null references blog_posts, text text)`.execute(kysely);
    await sql`insert into blog_posts (title) select 'post ' || n from generate_series(1, 100) n`.execute(kysely);
    await sql`insert into blog_comments select id, 'good' from blog_posts`.execute(kysely);
    await sql`create view blog_titles as select title from blog_posts`.execute(kysely);
    await sql`create schema wiki`.execute(kysely);
    // The same name as a table of the store, in another schema.
    await sql`create table wiki.accounts (id int)`.execute(kysely);
    await sql`insert into wiki.accounts values (1)`.execute(kysely);
    const counts = async () => {
      const { rows: all } = await sql<object>`select (select count(*) from blog_posts) as posts,
        (select count(*) from blog_comments) as comments, (select count(*) from blog_titles) as titles,
        (select count(*) from wiki.accounts) as pages, (select last_value from blog_posts_id_seq) as last,
        (select count(*) from pg_constraint where conrelid = 'blog_comments'::regclass) as rules`.execute(kysely);
      return all;
    };
    const before = await counts();
    expect(await restoreRows(kysely, migrations, from(rows))).toBe(rows.length);
    expect(await counts()).toEqual(before);
    // A backup of the shared database has the store's tables alone.
    const again = await dump(shared);
    expect(again.rows.filter(({ table }) => table.startsWith("blog"))).toEqual([]);
    expect(again.rows).toHaveLength(rows.length);
    await Promise.all([store.close(), shared.close()]);
  });

  it("knows every table of the store", async () => {
    const database = await openMigrated();
    const { rows } = await sql<{ readonly name: string }>`select relname as name from pg_class
      where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname not like 'kysely%'`.execute(
      database.kysely,
    );
    expect(rows.map(({ name }) => name).toSorted()).toEqual([...OWN_TABLES].toSorted());
    await requireNoData(database.kysely);
    await database.close();
  });

  it("is not restored over data, nor from a newer version, and an interrupted one leaves nothing", async () => {
    const database = await open();
    const { rows, migrations } = await dump(database);
    const refused = restoreRows(database.kysely, migrations, from(rows));
    await expect(refused).rejects.toThrow("The database is not empty: it has ");
    const empty = await openEmpty();
    const newer = restoreRows(empty.kysely, [...migrations, "9999-later"], from(rows));
    await expect(newer).rejects.toThrow(RestoreRefused);
    async function* broken(): AsyncGenerator<DumpedRow> {
      yield* rows.slice(0, 700);
      throw new Error("the disk is gone");
    }
    await expect(restoreRows(empty.kysely, migrations, broken())).rejects.toThrow("the disk is gone");
    expect(await restoreRows(empty.kysely, migrations, from(rows))).toBe(rows.length);
    await Promise.all([database.close(), empty.close()]);
  });
});
