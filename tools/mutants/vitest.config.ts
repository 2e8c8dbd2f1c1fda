import { join } from "node:path";
import { defineConfig } from "vitest/config";

const conditions = ["@backlot/source", "node"];

/**
 * Resolves the rules and the test kit to the mutated copy. By their package names they would resolve to the repository,
 * where nothing is mutated.
 */
const alias = [
  { find: /^@backlot\/(domain|testing)$/, replacement: join(process.cwd(), "packages/$1/src/index.ts") },
  { find: /^@backlot\/(domain|testing)\/(.+)$/, replacement: join(process.cwd(), "packages/$1/src/$2.ts") },
];

/** Runs only the rules' tests, with one seed, so that a mutant is killed in every run or in none. */
export default defineConfig({
  resolve: { conditions, alias },
  ssr: { resolve: { conditions } },
  test: { include: ["packages/domain/test/**/*.test.ts"], setupFiles: ["./vitest.setup.ts"], testTimeout: 60_000 },
});
