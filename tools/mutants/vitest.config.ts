import { defineConfig } from "vitest/config";

const conditions = ["@backlot/source", "node"];

/** The tests that judge mutants of a package: of a use case also those that reach it through the API, on PGlite. */
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
