// Databases that tests keep between runs. They depend only on the migrations, the sample, and the code that imports it.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./setup.mjs";

const FILES = [
  "package-lock.json",
  "packages/domain/src/pricing/default-price-list.ts",
  "testing/src/databases.ts",
  "testing/src/kept.ts",
  "scripts/database-hash.mjs",
  "scripts/postgres.mjs",
];
const FOLDERS = [
  "packages/adapters-postgres/src/migrations",
  "packages/adapters-postgres/src/catalog",
  "packages/application/src/catalog",
  "samples/src",
  "packages/domain/src/catalog",
];

const filesIn = (folder) =>
  readdirSync(join(ROOT, folder), { withFileTypes: true })
    .flatMap((each) => (each.isDirectory() ? filesIn(`${folder}/${each.name}`) : [`${folder}/${each.name}`]))
    .sort();

let hash;

/** Returns a hash of all inputs of a stocked database. */
export const databaseHash = () => {
  if (hash === undefined) {
    const sum = createHash("sha256");
    for (const file of [...FILES, ...FOLDERS.flatMap(filesIn)]) sum.update(file).update(readFileSync(join(ROOT, file)));
    hash = sum.digest("hex").slice(0, 12);
  }
  return hash;
};

/** The folder with the databases that are kept between runs, for all versions of the sources. `npm ci` empties it. */
export const KEPT = join(ROOT, "node_modules", ".cache", "backlot-tests");
