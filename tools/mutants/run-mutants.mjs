// Runs the mutation tester (Stryker) in a copy of the repository, one context at a time, and sums up its reports.
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { NODE, ROOT, environment, run } from "../../scripts/setup.mjs";
import { makeWorkCopy } from "./work-copy.mjs";

const HOME = join(ROOT, "tools/mutants");
const REPORT = join(HOME, "report");
const STRYKER = join(HOME, "node_modules/@stryker-mutator/core/bin/stryker.js");
const PACKAGES = ["domain", "application"];

/** Files without rules: schemas, lists of exports, and a list of domains. */
const LEFT_OUT = [
  "!packages/*/src/**/*.schema.ts",
  "!packages/*/src/index.ts",
  "!packages/domain/src/schemas.ts",
  "!packages/domain/src/accounts/disposable-email-domains.ts",
];

/** The name for a package's files that belong to no context. */
const SHARED = "shared";

const contextsOf = (name) =>
  readdirSync(join(ROOT, "packages", name, "src"), { withFileTypes: true })
    .filter((each) => each.isDirectory())
    .map((each) => `${name}/${each.name}`)
    .concat(`${name}/${SHARED}`);

/** Returns the contexts that the arguments name: packages, contexts of packages, or nothing for all. */
const contextsNamed = (args) =>
  (args.length === 0 ? PACKAGES : args).flatMap((arg) => (PACKAGES.includes(arg) ? contextsOf(arg) : [arg]));

/** Returns the mutants of a report by status. */
const countsOf = (report) => {
  const counts = {};
  for (const { mutants } of Object.values(JSON.parse(readFileSync(report, "utf8")).files))
    for (const { status } of mutants) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

const rowOf = ({ context, counts }) => {
  const of = (...names) => names.reduce((sum, name) => sum + (counts[name] ?? 0), 0);
  const all = of("Killed", "Timeout", "Survived", "NoCoverage");
  return `| \`${context}\` | ${all} | ${of("Survived")} | ${of("NoCoverage")} |`;
};

/** Mutates contexts such as "domain/refunds", or all without arguments. Returns the exit code: 0 if all of them ran. */
export const runMutants = async (args) => {
  const contexts = contextsNamed(args);
  const unknown = contexts.find((context) => !PACKAGES.flatMap(contextsOf).includes(context));
  if (unknown !== undefined) {
    console.error(`There is no context "${unknown}". Use ${PACKAGES.flatMap(contextsOf).join(", ")}, or breakages.`);
    return 1;
  }
  if (!existsSync(STRYKER)) {
    const installed = await run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: HOME });
    if (installed !== 0) return installed;
  }
  mkdirSync(REPORT, { recursive: true });
  const copy = makeWorkCopy();
  const removeAndEnd = () => {
    copy.remove();
    process.exit(130);
  };
  process.once("SIGINT", removeAndEnd).once("SIGTERM", removeAndEnd);
  const rows = [];
  let failed = 0;
  try {
    for (const context of contexts) {
      const [name, folder] = context.split("/");
      // Run the API's suites on the embedded database, which can start in every test process.
      const { TEST_POSTGRES_URL: _, ...env } = environment({
        LAW_SEED: "1",
        MUTATED_PACKAGE: name,
        NODE_OPTIONS: "--conditions=@backlot/source",
      });
      const inside = folder === SHARED ? "*.ts" : `${folder}/**/*.ts`;
      const mutate = [`packages/${name}/src/${inside}`, ...LEFT_OUT].join(",");
      const config = "tools/mutants/stryker.config.json";
      const code = await run(NODE, [STRYKER, "run", config, "--mutate", mutate], { cwd: copy.folder, env });
      const made = join(copy.folder, "tools/mutants/report/mutants.json");
      if (code !== 0 || !existsSync(made)) {
        failed += 1;
        continue;
      }
      copyFileSync(made, join(REPORT, `${name}-${folder}.json`));
      rows.push({ context, counts: countsOf(made) });
      const table = ["| where | mutants | survived | not covered |", "|---|---|---|---|", ...rows.map(rowOf), ""].join(
        "\n",
      );
      writeFileSync(join(REPORT, "mutants.md"), table);
      console.log(table);
    }
  } finally {
    copy.remove();
  }
  return failed === 0 ? 0 : 1;
};
