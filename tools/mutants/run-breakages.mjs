// Breaks the store on purpose, one breakage at a time and in a copy, and runs the suite that must notice it.
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { NODE, ROOT, environment, run } from "../../scripts/setup.mjs";
import { BREAKAGES } from "./breakages.mjs";
import { makeWorkCopy } from "./work-copy.mjs";

const REPORT = join(ROOT, "tools/mutants/report");
/** The timeout of a suite, in milliseconds. */
const LONGEST = 600_000;

/** Kills the running suite and everything that it has started. */
let stopSuite = () => {};

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

/**
 * Returns the mistakes in the list itself: a text that doesn't occur exactly once in its file, a duplicate name, or a
 * breakage that changes nothing.
 */
export const mistakesIn = (breakages) => {
  const names = new Set();
  return breakages.flatMap(({ name, file, find, replace }) => {
    const known = names.has(name);
    names.add(name);
    const times = readFileSync(join(ROOT, file), "utf8").split(find).length - 1;
    return [
      ...(known ? [`"${name}" is in the list twice.`] : []),
      ...(times === 1 ? [] : [`"${name}": ${file} holds its text ${times} times, not once:\n${find}`]),
      ...(find === replace ? [`"${name}" changes nothing.`] : []),
    ];
  });
};

/**
 * Runs a suite of the copy, optionally only the tests whose titles contain one of the texts. Returns the titles of its
 * tests by result.
 */
const runSuite = async (folder, file, tests) => {
  const report = join(folder, ".breakage-results.json");
  rmSync(report, { force: true });
  const only = tests.length === 0 ? [] : ["-t", tests.map(escaped).join("|")];
  const vitest = join(folder, "node_modules/vitest/vitest.mjs");
  const args = [vitest, "run", file, ...only, "--reporter=json", `--outputFile=${report}`];
  const { TEST_POSTGRES_URL: _, ...env } = environment({ LAW_SEED: "1" });
  const child = spawn(NODE, args, { cwd: folder, env, stdio: "ignore", detached: true });
  stopSuite = () => process.kill(-child.pid, "SIGKILL");
  const timer = setTimeout(stopSuite, LONGEST);
  await new Promise((resolve) => child.once("close", resolve));
  clearTimeout(timer);
  stopSuite = () => {};
  const titles = { passed: [], failed: [] };
  try {
    for (const { assertionResults } of JSON.parse(readFileSync(report, "utf8")).testResults)
      for (const { status, fullName } of assertionResults) titles[status]?.push(fullName);
  } catch {
    // A run that was stopped or could not start has no report, so no test has passed.
  }
  return titles;
};

/** Builds what has changed in the copy. Only breakages of the built store need this again. */
const build = (folder) =>
  run(join(folder, "node_modules/.bin/turbo"), ["run", "build", "--output-logs=errors-only"], {
    cwd: folder,
    env: environment(),
    stdio: "ignore",
  });

/** Returns a function that returns whether a breakage's tests pass without the breakage. Runs each suite once. */
const greenTests = async (folder, breakages) => {
  const green = new Map();
  for (const file of new Set(breakages.map(({ suite }) => suite.file))) {
    const own = breakages.filter(({ suite }) => suite.file === file);
    const named = own.map(({ suite }) => suite.test).filter((test) => test !== undefined);
    const { passed, failed } = await runSuite(folder, file, named.length === own.length ? named : []);
    console.log(`${file}: ${passed.length} green, ${failed.length} red`);
    green.set(file, { passed, failed });
  }
  return ({ suite: { file, test } }) => {
    const { passed = [], failed = [] } = green.get(file) ?? {};
    const isNamed = (title) => test === undefined || title.includes(test);
    return passed.some(isNamed) && !failed.some(isNamed);
  };
};

const tryOne = async (folder, { file, find, replace, suite, built = false }) => {
  const path = join(folder, file);
  const whole = readFileSync(path, "utf8");
  writeFileSync(
    path,
    whole.replace(find, () => replace),
  );
  try {
    if (built && (await build(folder)) !== 0) return "could not be built";
    const { passed, failed } = await runSuite(folder, suite.file, suite.test === undefined ? [] : [suite.test]);
    if (failed.length > 0) return "noticed";
    return passed.length > 0 ? "NOT NOTICED" : "the suite did not start";
  } finally {
    writeFileSync(path, whole);
    if (built) await build(folder);
  }
};

const cell = (text) => text.replaceAll("|", "\\|");

const asTable = (results) =>
  [
    "| breakage | where | noticed by | result |",
    "|---|---|---|---|",
    ...results.map(
      ({ name, file, suite, result }) =>
        `| ${cell(name)} | \`${file}\` | \`${suite.file}\`${suite.test ? `: ${cell(suite.test)}` : ""} | ${result} |`,
    ),
    "",
  ].join("\n");

/** Writes the report after every breakage, so that an interrupted run has one too. */
const keepReport = (results) => {
  mkdirSync(REPORT, { recursive: true });
  writeFileSync(join(REPORT, "breakages.json"), `${JSON.stringify(results, null, 2)}\n`);
  writeFileSync(join(REPORT, "breakages.md"), asTable(results));
};

/**
 * Tries the breakages whose name or file contains a text, or all of them. Returns the exit code, 0 if all were noticed.
 * The report is in tools/mutants/report.
 */
export const runBreakages = async (text = "") => {
  const wanted = BREAKAGES.filter(({ name, file }) => name.includes(text) || file.includes(text));
  const wrong = mistakesIn(BREAKAGES);
  if (wrong.length > 0 || wanted.length === 0) {
    console.error(wrong.length > 0 ? wrong.join("\n") : `No breakage has "${text}" in its name or file.`);
    return 1;
  }
  const copy = makeWorkCopy();
  const removeAndEnd = () => {
    stopSuite();
    copy.remove();
    process.exit(130);
  };
  process.once("SIGINT", removeAndEnd).once("SIGTERM", removeAndEnd);
  try {
    // Some suites start the built store, and some render its pages.
    if ((await build(copy.folder)) !== 0) {
      console.error("The copy could not be built.");
      return 1;
    }
    const isGreen = await greenTests(copy.folder, wanted);
    const results = [];
    for (const each of wanted) {
      const since = Date.now();
      const result = isGreen(each) ? await tryOne(copy.folder, each) : "the suite was red before";
      results.push({ ...each, result });
      keepReport(results);
      console.log(`${result}  ${each.name} (${Math.round((Date.now() - since) / 1_000)} s)`);
    }
    const missed = results.filter(({ result }) => result !== "noticed");
    console.log(`${results.length - missed.length} of ${results.length} breakages were noticed.`);
    return missed.length === 0 ? 0 : 1;
  } finally {
    copy.remove();
  }
};
