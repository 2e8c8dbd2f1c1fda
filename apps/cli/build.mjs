import { chmodSync } from "node:fs";
import { build } from "esbuild";

await build({
  entryPoints: ["src/main.ts"],
  outfile: "dist/backlot.mjs",
  bundle: true,
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
  // Ink loads its developer tools only in development; replace them with an empty module.
  plugins: [
    {
      name: "without-devtools",
      setup: ({ onResolve, onLoad }) => {
        onResolve({ filter: /^react-devtools-core$/ }, ({ path }) => ({ path, namespace: "empty" }));
        onLoad({ filter: /.*/, namespace: "empty" }, () => ({ contents: "export default {}" }));
      },
    },
  ],
  banner: {
    js:
      "#!/usr/bin/env node\n" +
      'import { createRequire as __createRequire } from "node:module"; ' +
      "const require = __createRequire(import.meta.url);",
  },
  define: { "process.env.NODE_ENV": '"production"' },
});
chmodSync("dist/backlot.mjs", 0o755);
