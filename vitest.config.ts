import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { circleOf } from "./testing/src/circle.ts";
import { GUARD_MS, TEST_GUARD_MS } from "./testing/src/guard-times.ts";

// Only these conditions: Vitest also passes them to Node, where "import" would break `require`.
const conditions = ["@backlot/source", "node"];

const CIRCLE = circleOf(process.env);
const STORE = [
  "packages/*/test/**/*.test.ts",
  "apps/*/test/**/*.test.ts",
  "samples/test/**/*.test.ts",
  "test/**/*.test.ts",
];
const BROWSER = "e2e/**/*.test.ts";
const RULES = "packages/domain/test/**/*.test.ts";
const PROOF = "**/*.proof.test.ts";

/** Suites that the proofs run once more, on the other database. */
const scenarios = (patterns: readonly string[]): string[] =>
  globSync(patterns, { cwd: fileURLToPath(new URL(".", import.meta.url)) }).filter((path) =>
    /scenarioDatabases|useScenarioStore/.test(readFileSync(new URL(path, import.meta.url), "utf8")),
  );

/** The files of a project in this run's circle. */
const inCircle = (include: readonly string[]): { readonly include: string[]; readonly exclude: string[] } => {
  if (CIRCLE === "full") return { include: [...include], exclude: [] };
  if (CIRCLE === "first") return { include: [...include], exclude: [PROOF] };
  const proofs = include.map((pattern) => pattern.replace(/\*\.test\.ts$/, "*.proof.test.ts"));
  return { include: [...proofs, ...scenarios(include)], exclude: [] };
};
const store = inCircle(STORE);

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    globalSetup: ["./vitest.global.ts"],
    setupFiles: ["./vitest.setup.ts"],
    // Suites spend a third of their time waiting for other processes, so more suites than cores keep the cores busy.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // Suites create much short-lived garbage. With four times the space, less of it is copied before it is dead.
    execArgv: ["--max-semi-space-size=64"],
    // No suite changes what another one imports, so a worker loads the sources and the migrated database once.
    isolate: false,
    // Let Node load the store's modules: Vitest's loader resolves imports on every use, which makes the simulations
    // take three times as long.
    server: { deps: { external: [/\/((packages|apps)\/[^/]+|samples|testing)\/src\/.*\.ts$/] } },
    // Many tests provoke errors on purpose, so only failed tests show what was logged.
    silent: "passed-only",
    testTimeout: TEST_GUARD_MS,
    hookTimeout: TEST_GUARD_MS,
    expect: { poll: { timeout: GUARD_MS, interval: 20 } },
    projects: [
      { extends: true, test: { name: "rules", ...inCircle([RULES]) } },
      {
        extends: true,
        test: {
          name: "store",
          include: store.include,
          exclude: [...store.exclude, "packages/domain/**"],
        },
      },
      {
        extends: true,
        test: {
          name: "browser",
          globalSetup: ["./testing/src/browser/shared-store.ts"],
          ...inCircle([BROWSER]),
        },
      },
    ],
  },
});
