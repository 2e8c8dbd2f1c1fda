import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

// Only these conditions: Vitest also passes them to Node, where "import" would break `require`.
const conditions = ["@backlot/source", "node"];

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
          testTimeout: 180_000,
          // The default of one second is too short for a page on a busy machine.
          expect: { poll: { timeout: 20_000 } },
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
