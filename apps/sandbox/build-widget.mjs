// Bundles the price widget of the domain's examples, which the sandbox shows on a page of another site.
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

await build({
  entryPoints: [fileURLToPath(new URL("../../packages/domain/examples/price-widget.ts", import.meta.url))],
  outfile: fileURLToPath(new URL("dist/price-widget.js", import.meta.url)),
  bundle: true,
  minify: true,
  format: "iife",
  platform: "browser",
  target: "es2022",
  // The entry point that developers of other channels get under this name.
  alias: { "@backlot/domain": "@backlot/domain/checked" },
  conditions: ["@backlot/source"],
  logLevel: "warning",
});
