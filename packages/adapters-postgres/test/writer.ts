import { join } from "node:path";
import { lockDataDir, openEmbedded } from "@backlot/adapters-postgres";
import { sql } from "kysely";

// Writes row after row and says so each time, until somebody kills it.
const dir = process.argv[2] ?? "";
lockDataDir(dir);
const database = await openEmbedded(join(dir, "pg"));
await sql`create table if not exists written (at timestamptz not null)`.execute(database.kysely);
for (;;) {
  await sql`insert into written values (now())`.execute(database.kysely);
  // The next row waits until this was taken: a reader that is busy lets a pipe fill up, and what it holds back is lost.
  await new Promise((taken) => process.stdout.write("ok\n", taken));
}
