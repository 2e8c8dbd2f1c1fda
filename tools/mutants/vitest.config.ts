import { join } from "node:path";
import { defineConfig } from "vitest/config";

const conditions = ["@backlot/source", "node"];

/**
 * The rules and the test kit of the copy that is mutated. By their packages' names the kit would be found in the
 * repository itself, and with it rules that nothing has changed.
 */
const alias = [
  { find: /^@backlot\/(domain|testing)$/, replacement: join(process.cwd(), "packages/$1/src/index.ts") },
  { find: /^@backlot\/(domain|testing)\/(.+)$/, replacement: join(process.cwd(), "packages/$1/src/$2.ts") },
];

/** The rules' tests alone, on one seed: a mutant must die in every run or in none. */
export default defineConfig({
  resolve: { conditions, alias },
  ssr: { resolve: { conditions } },
  test: { include: ["packages/domain/test/**/*.test.ts"], setupFiles: ["./vitest.setup.ts"], testTimeout: 60_000 },
});
