// `npm run mutants`: changes the rules in thousands of small ways and counts how many the tests notice. It takes a
// quarter of an hour and lives in a folder of its own, so that nobody who only runs or tests the store installs it.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { NODE, ROOT, environment, install, run } from "./setup.mjs";

await install();
const folder = join(ROOT, "tools/mutants");
const stryker = join(folder, "node_modules/@stryker-mutator/core/bin/stryker.js");
if (!existsSync(stryker)) {
  const installed = await run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: folder });
  if (installed !== 0) process.exit(installed);
}
process.exit(
  await run(NODE, [stryker, "run", join(folder, "stryker.config.json"), ...process.argv.slice(2)], {
    env: environment({ LAW_SEED: "1" }),
  }),
);
