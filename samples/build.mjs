import { rmSync } from "node:fs";
import { build } from "esbuild";

// Remove files left over from an earlier build.
rmSync("dist", { recursive: true, force: true });

await build({
  // The others run in their own processes and threads, and are found next to the module that starts them.
  entryPoints: ["index", "file-maker", "frame-worker", "simulation/companion-worker"].map((name) => `src/${name}.ts`),
  entryNames: "[name]",
  outdir: "dist",
  bundle: true,
  splitting: true,
  platform: "node",
  target: "node24",
  format: "esm",
  conditions: ["@backlot/source"],
  external: ["sharp"],
  logLevel: "warning",
});
