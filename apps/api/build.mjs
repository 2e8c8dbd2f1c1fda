import { rmSync } from "node:fs";
import { build } from "esbuild";

const maker = "../../packages/catalog/src";

// What is left over from another build is nobody's.
rmSync("dist", { recursive: true, force: true });

await build({
  entryPoints: [
    "src/main.ts",
    "src/migrate-and-seed.ts",
    // They run in processes and threads of their own, and are looked for beside who starts them.
    ...["file-maker", "frame-worker", "simulation/companion-worker"].map((name) => `${maker}/${name}.ts`),
  ],
  entryNames: "[name]",
  outdir: "dist",
  bundle: true,
  splitting: true,
  platform: "node",
  target: "node24",
  format: "esm",
  conditions: ["@backlot/source"],
  // These read files beside their own, or are shared with the pages, which are built apart.
  external: [
    "@aws-sdk/*",
    "@electric-sql/pglite",
    "@electric-sql/pglite/*",
    "@react-pdf/renderer",
    "pg-native",
    "react",
    "react/*",
    "sharp",
  ],
  sourcemap: "linked",
  sourcesContent: false,
  logLevel: "warning",
  // Some packages are of the older kind, which asks for Node's own modules by `require`.
  banner: {
    js:
      'import { createRequire as __createRequire } from "node:module"; ' +
      "const require = __createRequire(import.meta.url);",
  },
});
