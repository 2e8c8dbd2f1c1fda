// Runs the suites of a circle, and the checks that need no test runner. Each returns how many passed and failed.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { NODE, ROOT, run } from "./setup.mjs";

const results = (passed, failed) => ({ passed, failed });

/** Returns the sum of several results. */
export const sum = (all) =>
  all.reduce((total, each) => results(total.passed + each.passed, total.failed + each.failed), results(0, 0));

let runs = 0;

/** Runs Vitest on a circle. `args` go to Vitest. Resolves with the total results and the results of each file. */
export const runCircle = async (circle, { env, folder }, args = [], launcher = []) => {
  runs += 1;
  const report = join(folder, `results-${runs}.json`);
  const [command, ...words] = [
    ...launcher,
    NODE,
    // The runner opens the screens' shared store itself, so it needs the packages' sources too.
    "--conditions=@backlot/source",
    join(ROOT, "node_modules/vitest/vitest.mjs"),
    "run",
    "--reporter=default",
    "--reporter=json",
    `--reporter=${join(ROOT, "scripts/alone-reporter.mjs")}`,
    `--outputFile.json=${report}`,
    ...args,
  ];
  const code = await run(command, words, { env: { ...env, TEST_CIRCLE: circle } });
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, "utf8"));
    // A run may fail without a failed test, such as when a suite can't be loaded.
    const failed = numFailedTests || (code === 0 ? 0 : 1);
    return { ...results(numPassedTests, failed), files: testResults };
  } catch {
    console.error("The test runner exited without results.");
    return { ...results(0, 1), files: [] };
  }
};

/** Runs a command whose output is printed only if it fails. Resolves with one passed or one failed check. */
const check = (name, args, env) =>
  new Promise((resolve) => {
    const child = spawn(NODE, args, { cwd: ROOT, env, stdio: ["ignore", "pipe", "pipe"] });
    let text = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk) => {
        text += chunk.toString();
      });
    child.once("close", (code) => {
      if (code !== 0) console.error(`\n${name} failed:\n${text}`);
      resolve(code === 0 ? results(1, 0) : results(0, 1));
    });
  });

/** Checks the types, and then the format and the lint rules. */
export const runChecks = async (env) =>
  sum([
    await check("The type check (npm run types)", [join(ROOT, "node_modules/typescript/bin/tsc"), "--noEmit"], {
      ...env,
      // Without garbage collection below 2 GB the compiler takes a third less time.
      GOGC: "off",
      GOMEMLIMIT: "2GiB",
    }),
    await check("The linter (npm run lint)", [join(ROOT, "tools/lint/main.mjs")], env),
  ]);
