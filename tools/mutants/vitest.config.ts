import { defineConfig } from "vitest/config";

const conditions = ["@backlot/source", "node"];

/** The rules' tests alone, on one seed: a mutant must die in every run or in none. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: { include: ["packages/domain/test/**/*.test.ts"], setupFiles: ["./vitest.setup.ts"], testTimeout: 60_000 },
});
