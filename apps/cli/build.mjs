import { chmodSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

rmSync("dist", { recursive: true, force: true });
await build({
  entryPoints: { main: "src/main.ts", "prepare-worker": "src/catalog/prepare-worker.ts" },
  outdir: "dist",
  outExtension: { ".js": ".mjs" },
  bundle: true,
  // A command loads only the parts that it needs: reading all of them would take most of its time.
  splitting: true,
  platform: "node",
  target: "node22",
  format: "esm",
  conditions: ["@backlot/source"],
  jsx: "automatic",
  // Prefer ES modules: some packages' CommonJS builds load their parts with require calls that esbuild cannot follow.
  mainFields: ["module", "main"],
  // A smaller file starts faster. Names are not minified, so that stack traces stay readable.
  minifyWhitespace: true,
  minifySyntax: true,
  logLevel: "warning",
  // It has parts for each platform, which can't be bundled.
  external: ["sharp"],
  // Ink loads its developer tools only in development, and the HTTP client its second transport only on demand: replace
  // them with an empty module.
  plugins: [
    {
      name: "without-unused",
      setup: ({ onResolve, onLoad }) => {
        onResolve({ filter: /^react-devtools-core$|^\.\/Undici\.js$/ }, ({ path }) => ({ path, namespace: "empty" }));
        onLoad({ filter: /.*/, namespace: "empty" }, () => ({ contents: "export default {}" }));
      },
    },
  ],
  banner: {
    js:
      'import { createRequire as __createRequire } from "node:module"; ' +
      "const require = __createRequire(import.meta.url);",
  },
  define: { "process.env.NODE_ENV": '"production"' },
});

// Node keeps the compiled code of the modules that are imported after this. Versions before 22 can't.
writeFileSync(
  "dist/backlot.mjs",
  [
    "#!/usr/bin/env node",
    'import module from "node:module";',
    "module.enableCompileCache?.();",
    'await import("./main.mjs");',
    "",
  ].join("\n"),
);
chmodSync("dist/backlot.mjs", 0o755);

// The folder is a separate package: everything that it needs is in it, or is a dependency.
const { version, license } = JSON.parse(readFileSync("package.json", "utf8"));
const { sharp } = JSON.parse(readFileSync("../../packages/adapters-media/package.json", "utf8")).dependencies;
writeFileSync(
  "dist/package.json",
  `${JSON.stringify(
    {
      name: "backlot",
      version,
      description: "The command for the staff of a Backlot store",
      license,
      type: "module",
      engines: { node: ">=20.19" },
      bin: { backlot: "./backlot.mjs" },
      dependencies: { sharp },
    },
    null,
    2,
  )}\n`,
);
