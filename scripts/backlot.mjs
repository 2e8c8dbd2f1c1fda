// `npm run --silent backlot -- …`: the support command, built at its first use.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { NODE, ROOT, environment, install, run } from "./setup.mjs";

const bundle = join(ROOT, "apps/cli/dist/backlot.mjs");
if (!existsSync(bundle)) {
  // Data goes to standard output alone: what is said meanwhile goes to the other.
  const log = console.log;
  console.log = console.error;
  await install();
  console.log = log;
  const code = await run(NODE, ["build.mjs"], {
    cwd: join(ROOT, "apps/cli"),
    env: environment(),
    stdio: ["ignore", 2, 2],
  });
  if (code !== 0) process.exit(1);
}
/** The address and key of the store that `npm start` runs here, where nothing else is set. */
const here = () => {
  const file = join(ROOT, process.env.DATA_DIR || ".data", "secrets.json");
  if (!existsSync(file)) return {};
  const { support } = JSON.parse(readFileSync(file, "utf8"));
  return support === undefined ? {} : { BACKLOT_SUPPORT_KEY: support };
};
const env = { ...here(), ...process.env };
const { status } = spawnSync(NODE, [bundle, ...process.argv.slice(2)], { stdio: "inherit", env });
process.exit(status ?? 1);
