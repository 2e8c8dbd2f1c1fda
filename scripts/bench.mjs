// `npm run bench`: installs and builds anything missing, then measures the store against the best that its parts can
// do.
import { join } from "node:path";
import { NODE, ROOT, build, environment, install, run } from "./setup.mjs";

await install();
await build();
const main = join(ROOT, "benches/src/main.ts");
process.exit(await run(NODE, ["--conditions=@backlot/source", main, ...process.argv.slice(2)], { env: environment() }));
