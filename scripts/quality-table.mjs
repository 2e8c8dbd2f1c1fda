// Writes the last column of the table in docs/quality.md: when the tests of each row last passed at full scale.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./setup.mjs";

const PAGE = join(ROOT, "docs/quality.md");
const ROW = /^\| (.*) \| (.*) \| (.*) \| (.*) \|$/;

/** Returns the text of a cell: the date and commit of the oldest run, and the total duration of all runs. */
const seenText = (runs) => {
  const [oldest] = runs.toSorted((a, b) => a.date.localeCompare(b.date));
  const minutes = Math.max(1, Math.round(runs.reduce((sum, { seconds }) => sum + seconds, 0) / 60));
  return `${oldest.date}, ${oldest.commit}, in ${minutes} min`;
};

/**
 * Returns the page with its last column filled. `unitOf` returns the unit that runs a suite. A row's cell doesn't
 * change until all of its units have run.
 */
export const qualityPage = (page, seen, unitOf) =>
  page
    .split("\n")
    .map((line) => {
      const [, what, counts, tests = ""] = ROW.exec(line) ?? [];
      const paths = [...tests.matchAll(/`((?:packages|apps|samples|test|e2e)[^`]*)`/g)].map(([, path]) => path);
      if (paths.length === 0) return line;
      const runs = [...new Set(paths.map(unitOf))].map((unit) => seen[unit]);
      if (runs.includes(undefined)) return line;
      return `| ${what} | ${counts} | ${tests} | ${seenText(runs)} |`;
    })
    .join("\n");

/** Writes docs/quality.md from docs/quality.json. `units` are the paths of the suites that are separate units. */
export const writeQuality = (units) => {
  const file = join(ROOT, "docs/quality.json");
  const seen = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const unitOf = (path) => {
    if (path.startsWith("packages/domain/test")) return "rules";
    if (path.startsWith("e2e")) return "screens";
    return units.includes(path) ? path : "scenarios";
  };
  writeFileSync(PAGE, qualityPage(readFileSync(PAGE, "utf8"), seen, unitOf));
};
