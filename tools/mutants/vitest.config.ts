import { defineConfig } from "vitest/config";

const conditions = ["@backlot/source", "node"];

/** The tests that run against a package's mutants. For the use cases, they include the API's tests on PGlite. */
const SUITES = {
  domain: ["packages/domain/test/**/*.test.ts"],
  application: ["packages/application/test/**/*.test.ts", "apps/api/test/**/*.test.ts"],
};

const mutated = process.env["MUTATED_PACKAGE"] === "application" ? "application" : "domain";

/** Runs with one seed, so that a mutant is killed in every run or in none. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: SUITES[mutated],
    globalSetup: ["./vitest.global.ts"],
    setupFiles: ["./vitest.setup.ts"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
