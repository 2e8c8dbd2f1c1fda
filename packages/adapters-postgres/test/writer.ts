import { join } from "node:path";
import { lockDataDir, openEmbedded } from "@backlot/adapters-postgres";
import { sql } from "kysely";

// Inserts one row after another and reports each one, until the process is killed.
const dir = process.argv[2] ?? "";
lockDataDir(dir);
const database = await openEmbedded(join(dir, "pg"));
await sql`create table if not exists written (at timestamptz not null)`.execute(database.kysely);
for (;;) {
  await sql`insert into written values (now())`.execute(database.kysely);
  // Wait until the output was read: a busy reader lets the pipe fill up, and buffered output would be lost.
  await new Promise((taken) => process.stdout.write("ok\n", taken));
}
