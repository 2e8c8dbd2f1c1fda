// Compares the store with the best that its parts can do on the same machine, in pairs within one run. `npm run bench`
// measures every row and writes the report. `npm run bench -- product page` measures only the rows whose names contain
// a word. `npm run bench -- product --flame` saves a CPU profile of the store. `npm run bench -- --check` runs each row
// for one second and fails if a limit does not do what the store does.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startPostgres } from "../../scripts/postgres.mjs";
import { installWrk } from "../../scripts/wrk.mjs";
import { ROOT } from "./processes.ts";
import { reportOf, tableOf } from "./report.ts";
import { ROWS, type Row } from "./rows.ts";
import type { Measured } from "./statistics.ts";
import { openWorkshop } from "./workshop.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "3" },
    flame: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
  },
});

const chosen = ROWS.filter(({ name }) => positionals.length === 0 || positionals.some((word) => name.includes(word)));
if (chosen.length === 0) {
  console.error(`There is no such row. Rows: ${ROWS.map(({ name }) => name).join(", ")}.`);
  process.exit(1);
}
if (!(await installWrk())) {
  console.error("The load comes from wrk, which is not here and could not be installed.");
  process.exit(1);
}
const postgres = await startPostgres();
if (postgres === null) {
  console.error("There is no PostgreSQL here and none could be installed.");
  process.exit(1);
}

const measured: Measured[] = [];
try {
  const workshop = await openWorkshop({
    databaseUrl: postgres.url,
    rounds: values.check ? 1 : Number(values.rounds),
    seconds: values.check ? 1 : Number(values.seconds),
    isCheck: values.check,
    profileTo: values.flame ? join(ROOT, "benches/profiles") : null,
  });
  try {
    const inTurn = async (rows: readonly Row[]): Promise<void> => {
      for (const row of rows) {
        console.error(`${row.name} …`);
        measured.push(...(await row.measure(workshop)));
      }
    };
    const isBeside = (row: Row) => values.check && row.isSeparate === true;
    // Wait for all of them, even if one fails. A row that is still starting a store would leave it running.
    const ended = await Promise.allSettled([
      inTurn(chosen.filter((row) => !isBeside(row))),
      ...chosen.filter(isBeside).map((row) => inTurn([row])),
    ]);
    for (const each of ended) if (each.status === "rejected") throw each.reason;
  } finally {
    await workshop.close();
  }
} finally {
  postgres.stop();
}
if (values.check) console.log(`${measured.length} rows can be measured.`);
else console.log(tableOf(measured));
if (chosen.length === ROWS.length && !values.check)
  writeFileSync(join(ROOT, "benches/report.md"), reportOf(measured, new Date()));
process.exit(0);
