// `npm run prove` runs the tests at full scale, one unit at a time, shortest first. It records which units have passed
// for a commit, or for other commits with the same sources, and resumes where it stopped. Arguments select units by
// name, and --list only lists the remaining units. Passed units are recorded in docs/quality.json, from which
// docs/quality.md is generated.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeQuality } from "./quality-table.mjs";
import { runCircle } from "./run-tests.mjs";
import { ROOT } from "./setup.mjs";
import { setUpTests } from "./test-setup.mjs";

const SEEN = join(ROOT, "docs/quality.json");

/** Matches suites whose counts depend on the scale. Each of them is a separate unit. */
const SCALED = /TEST_SCALE\.(?!files)|proofsOn\(/;

const git = (...args) => execFileSync("git", args, { cwd: ROOT, encoding: "utf8" }).trim();

const suitesIn = (folder) =>
  existsSync(join(ROOT, folder))
    ? readdirSync(join(ROOT, folder)).flatMap((name) => (name.endsWith(".test.ts") ? [`${folder}/${name}`] : []))
    : [];

/** Returns the units by name: the rules, the screens, each scaled suite, and all other suites together. */
const unitsOf = () => {
  const folders = ["packages", "apps"].flatMap((top) =>
    readdirSync(join(ROOT, top)).map((name) => `${top}/${name}/test`),
  );
  const suites = [...folders, "samples/test", "test"]
    .filter((folder) => folder !== "packages/domain/test")
    .flatMap(suitesIn);
  // The failover proof has its own command, which installs a cluster.
  const own = suites.filter((path) => !path.startsWith("test/failover"));
  const isScaled = (path) => SCALED.test(readFileSync(join(ROOT, path), "utf8"));
  return new Map([
    ["rules", ["packages/domain/test/"]],
    ["screens", ["e2e/"]],
    ["scenarios", own.filter((path) => !isScaled(path))],
    ...own.filter(isScaled).map((path) => [path, [path]]),
  ]);
};

const readJson = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {});

const minutes = (seconds) => (seconds === undefined ? "unknown" : `${Math.max(1, Math.round(seconds / 60))} min`);

const words = process.argv.slice(2).filter((arg) => !arg.startsWith("--"));
const isListing = process.argv.includes("--list");

const commit = git("rev-parse", "--short=8", "HEAD");
// Docs don't affect the proofs, and this command itself writes some of the docs.
const isText = (line) => /\.md$|docs\/quality\.json$/.test(line);
const withoutTexts = (lines) =>
  lines
    .split("\n")
    .filter((line) => !isText(line))
    .join("\n");
const isClean = withoutTexts(git("status", "--porcelain")) === "";
const sources = createHash("sha256")
  .update(withoutTexts(git("ls-tree", "-r", "HEAD")))
  .digest("hex")
  .slice(0, 12);
const kept = join(ROOT, ".prove", `${sources}.json`);
const passed = isClean ? readJson(kept) : {};
const seen = readJson(SEEN);
if (!isClean) console.log("The working copy has changes, so results aren't saved. To prove in parts, commit first.");

const units = unitsOf();
const left = [...units.keys()]
  .filter((name) => passed[name] === undefined && (words.length === 0 || words.some((word) => name.includes(word))))
  .sort((a, b) => (seen[a]?.seconds ?? Infinity) - (seen[b]?.seconds ?? Infinity));
const known = left.flatMap((name) => seen[name]?.seconds ?? []);
const unknown = left.length - known.length;
const lengths = [
  ...(known.length === 0 ? [] : [`about ${minutes(known.reduce((sum, seconds) => sum + seconds, 0))}`]),
  ...(unknown === 0 ? [] : [`${unknown} units of unknown length`]),
];
console.log(`${units.size - left.length} of ${units.size} units are done or excluded. Left: ${lengths.join(" and ")}`);
for (const name of left) console.log(`  ${name}: ${minutes(seen[name]?.seconds)}`);
if (isListing) process.exit(0);

process.env.LAW_SEED ??= String(Date.now() & 0x7fffffff);
const tests = await setUpTests({ proofs: true, fullScale: true });
const counts = { passed: 0, failed: 0 };
const failing = [];
for (const name of left) {
  console.log(`\n== ${name}, LAW_SEED=${process.env.LAW_SEED} ==`);
  const began = Date.now();
  const result = await runCircle("full", tests, units.get(name));
  counts.passed += result.passed;
  counts.failed += result.failed;
  if (result.failed > 0) {
    failing.push(name);
    continue;
  }
  const seconds = Math.round((Date.now() - began) / 1_000);
  const at = { date: new Date().toISOString().slice(0, 10), commit, seconds, tests: result.passed };
  passed[name] = at;
  seen[name] = at;
  if (isClean) {
    mkdirSync(join(ROOT, ".prove"), { recursive: true });
    writeFileSync(kept, JSON.stringify(passed, null, 2));
    writeFileSync(SEEN, `${JSON.stringify(seen, null, 2)}\n`);
    writeQuality([...units.keys()]);
  }
}
console.log("");
for (const name of units.keys())
  console.log(`  ${failing.includes(name) ? "failed" : passed[name] === undefined ? "left  " : "passed"}  ${name}`);
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exit(counts.failed === 0 ? 0 : 1);
