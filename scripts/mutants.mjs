// `npm run mutants` mutates the rules in thousands of small ways and counts how many mutants the tests catch. Then it
// breaks the rest of the store on purpose and checks that the tests notice each breakage. It takes most of an hour. Its
// dependencies are in tools/mutants, so that running or testing the store does not install them. `npm run mutants --
// breakages` only does the second part; a text after it selects breakages by name or file.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { runBreakages } from "../tools/mutants/run-breakages.mjs";
import { NODE, ROOT, environment, install, run } from "./setup.mjs";

const args = process.argv.slice(2);

/** Mutates the rules. Returns the exit code. */
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
