// Writes the typed reference of the packages for developers of other channels, from their sources and doc comments.
// Usage: npm run reference -- [FOLDER]
import { join, resolve } from "node:path";
import { NODE, ROOT, install, run } from "./setup.mjs";
import { API_TOOLS, installApiTools, writeClientTypes } from "./api-tools.mjs";

const into = resolve(process.argv[2] ?? "packed/reference");
await install();
await installApiTools();
await writeClientTypes();
process.exitCode = await run(NODE, [
  join(API_TOOLS, "node_modules/typedoc/bin/typedoc"),
  ...["--name", "Backlot for channels", "--out", into, "--readme", "none", "--disableSources", "--hideGenerator"],
  ...["--tsconfig", join(API_TOOLS, "tsconfig.reference.json"), "--skipErrorChecking", "--logLevel", "Error"],
  ...["--entryPoints", join(ROOT, "packages/domain/src/checked.ts"), join(ROOT, "packages/domain/src/schemas.ts")],
  ...["--entryPoints", join(ROOT, "packages/client/src/index.ts"), "--exclude", "**/api.ts", "--excludeExternals"],
]);
if (process.exitCode === 0) console.log(`Wrote ${into}/index.html.`);
