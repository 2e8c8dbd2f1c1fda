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
  // The modules of a package that has them: the other form of some asks for its parts by names that only it knows.
  mainFields: ["module", "main"],
  // What is read at every start is kept short. Names stay as they are, for the stack of an error.
  minifyWhitespace: true,
  minifySyntax: true,
  logLevel: "warning",
  // Ink's developer tools are for its own authors: an empty module stands in for them.
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
