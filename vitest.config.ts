import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

// Only these: the runner hands them to Node too, and "import" there would break what is required.
const conditions = ["@backlot/source", "node"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    globalSetup: ["./vitest.global.ts"],
    setupFiles: ["./vitest.setup.ts"],
    // A third of a suite's time is spent waiting for another process: more suites than cores keep the cores busy.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // Suites make much that is soon garbage: with room for four times as much, less of it is copied before it is gone.
    execArgv: ["--max-semi-space-size=64"],
    // No suite changes what another one imports: a worker loads the sources and the migrated database once.
    isolate: false,
    // Node itself loads the store's modules: the runner's own loader looks up what they import at each use, and the
    // simulations take three times as long.
    server: { deps: { external: [/\/(packages|apps)\/[^/]+\/src\/.*\.ts$/] } },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      { extends: true, test: { name: "rules", include: ["packages/domain/test/**/*.test.ts"] } },
      {
        extends: true,
        test: {
          name: "store",
          include: ["packages/*/test/**/*.test.ts", "apps/*/test/**/*.test.ts", "test/**/*.test.ts"],
          exclude: ["packages/domain/**"],
        },
      },
      {
        extends: true,
        test: {
          name: "browser",
          globalSetup: ["./packages/testing/src/browser/shared-store.ts"],
          include: ["e2e/**/*.test.ts"],
          testTimeout: 240_000,
          // A page on a busy machine takes as long as another expectation of Playwright's would wait.
          expect: { poll: { timeout: 20_000 } },
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
