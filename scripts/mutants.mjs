// `npm run mutants`: changes the rules in thousands of small ways and counts how many the tests notice; then it breaks
// the rest of the store on purpose and sees that each breakage is noticed. It takes most of an hour and lives in a
// folder of its own, so that nobody who only runs or tests the store installs it. `npm run mutants -- breakages` does
// the second part alone; a text after it tries those whose name or file holds it.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { runBreakages } from "../tools/mutants/run-breakages.mjs";
import { NODE, ROOT, environment, install, run } from "./setup.mjs";

const args = process.argv.slice(2);

/** Changes the rules one by one; answers the exit code. */
const mutateRules = async () => {
  const folder = join(ROOT, "tools/mutants");
  const stryker = join(folder, "node_modules/@stryker-mutator/core/bin/stryker.js");
  if (!existsSync(stryker)) {
    const installed = await run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: folder });
    if (installed !== 0) return installed;
  }
  return run(NODE, [stryker, "run", join(folder, "stryker.config.json"), ...args], {
    env: environment({ LAW_SEED: "1" }),
  });
};

await install();
if (args[0] === "breakages") process.exit(await runBreakages(args.slice(1).join(" ")));
const rules = await mutateRules();
const rest = await runBreakages();
process.exit(rules || rest);
