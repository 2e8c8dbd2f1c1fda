import { rmSync } from "node:fs";
import { build } from "esbuild";

// Remove files left over from an earlier build.
rmSync("dist", { recursive: true, force: true });

await build({
  entryPoints: ["src/main.ts", "src/backup.ts", "src/providers.ts", "src/setup.ts", "src/migrate-and-seed.ts"],
  entryNames: "[name]",
  outdir: "dist",
  bundle: true,
  splitting: true,
  platform: "node",
  target: "node24",
  format: "esm",
  conditions: ["@backlot/source"],
  // These read files next to their own modules, or are shared with the web app, which has a separate build.
  external: [
    "@aws-sdk/*",
    // A store can run without it.
    "@backlot/samples",
    "@electric-sql/pglite",
    "@electric-sql/pglite/*",
    "@react-pdf/renderer",
    "subset-font",
    "pg-native",
    "react",
    "react/*",
  ],
  sourcemap: "linked",
  sourcesContent: false,
  logLevel: "warning",
  // Some CommonJS packages load Node's built-in modules with `require`.
  banner: {
    js:
      'import { createRequire as __createRequire } from "node:module"; ' +
      "const require = __createRequire(import.meta.url);",
  },
});
