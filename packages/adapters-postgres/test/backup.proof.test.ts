import { type DumpedRow, RestoreRefused, dumpRows, restoreRows } from "@backlot/adapters-postgres";
import { testDatabases } from "@backlot/testing/databases";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";

async function* from(rows: readonly DumpedRow[]): AsyncGenerator<DumpedRow> {
  yield* rows;
}

describe.each(testDatabases)("a backup of a database on $kind", ({ open, openEmpty }) => {
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
    const { rows, migrations } = await dump(database);
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

  it("is not restored over data, nor from a newer version, and an interrupted one leaves nothing", async () => {
    const database = await open();
    const { rows, migrations } = await dump(database);
    const refused = restoreRows(database.kysely, migrations, from(rows));
    await expect(refused).rejects.toThrow("The database is not empty: it has collections.");
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
