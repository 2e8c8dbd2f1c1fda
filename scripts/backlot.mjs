// `npm run --silent backlot -- …` runs the support command and builds it on first use.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { NODE, ROOT, environment, install, run } from "./setup.mjs";

const bundle = join(ROOT, "apps/cli/dist/backlot.mjs");
if (!existsSync(bundle)) {
  // Only data goes to stdout, so send progress messages to stderr.
  const log = console.log;
  console.log = console.error;
  await install({ toRun: true });
  console.log = log;
  const code = await run(NODE, ["build.mjs"], {
    cwd: join(ROOT, "apps/cli"),
    env: environment(),
    stdio: ["ignore", 2, 2],
  });
  if (code !== 0) process.exit(1);
}
const args = process.argv.slice(2);

/** Returns whether the command targets a store on this machine. Other stores never receive this store's key. */
const asksHere = () => {
  const at = args.findIndex((arg) => arg === "--store" || arg.startsWith("--store="));
  const named = args[at] === "--store" ? args[at + 1] : args[at]?.slice("--store=".length);
  const url = at < 0 ? process.env.BACKLOT_URL : named;
  return URL.canParse(url ?? "") && ["127.0.0.1", "localhost"].includes(new URL(url).hostname);
};

/** Returns the support key of the store that `npm start` runs here. */
const ownKey = () => {
  if (process.env.SUPPORT_KEY) return { BACKLOT_SUPPORT_KEY: process.env.SUPPORT_KEY };
  const file = resolve(ROOT, process.env.DATA_DIR || ".data", "secrets.json");
  if (!existsSync(file)) return {};
  const { support } = JSON.parse(readFileSync(file, "utf8"));
  return support === undefined ? {} : { BACKLOT_SUPPORT_KEY: support };
};
const env = { ...(asksHere() ? ownKey() : {}), ...process.env };
const { status } = spawnSync(NODE, [bundle, ...args], { stdio: "inherit", env });
process.exit(status ?? 1);
