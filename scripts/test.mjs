// `npm test` sets up what the tests need on a fresh machine, runs all of them and prints the count. --prove runs them
// at full scale. Other arguments go to Vitest.
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installPostgres, startPostgres } from "./postgres.mjs";
import { NODE, ROOT, build, environment, install, run } from "./setup.mjs";
import { installFromSystem } from "./system.mjs";
import { installWrk } from "./wrk.mjs";

const args = process.argv.slice(2);
const prove = args.includes("--prove");
const passedOn = args.filter((arg) => arg !== "--prove");

// Prefer the headless shell: the same engine with a quarter less work.
const SHELL = "/usr/bin/chromium-headless-shell";
const SYSTEM_CHROMIUM = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const drawn = { BACKLOT_PROVE: "1", LAW_SEED: process.env.LAW_SEED ?? String(Date.now() & 0x7fffffff) };
const env = environment(prove ? drawn : {});
const given = process.env.TEST_POSTGRES_URL;

/** The proxy of the test that restarts processes under load, which is skipped without it. */
const HAPROXY = "/usr/sbin/haproxy";

/** What the catalog is prepared with. */
const FFMPEG = "/usr/bin/ffmpeg";

/** Checks sold files, only at full scale: it depends on the libraries of a desktop. */
const OIIOTOOL = "/usr/bin/oiiotool";

const ownChromium = process.env.CHROMIUM_PATH;
const hasChromium = () => Boolean(ownChromium) || [SHELL, ...SYSTEM_CHROMIUM].some((path) => existsSync(path));

// The suites' own temporary folders. A database server reads some of them as another user.
const folder = mkdtempSync(join(tmpdir(), "backlot-test-"));
chmodSync(folder, 0o755);

let postgres = null;
process.once("exit", () => {
  postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Installs missing system packages and starts the temporary PostgreSQL server. */
const completeSystem = async () => {
  if (!ownChromium && !existsSync(SHELL)) {
    console.log("Installing Chromium's shell (once) …");
    await installFromSystem("chromium-headless-shell");
    if (!hasChromium()) await installFromSystem("chromium");
  }
  await installWrk();
  if (!existsSync(FFMPEG)) await installFromSystem("ffmpeg");
  if (prove && !existsSync(OIIOTOOL)) await installFromSystem("openimageio-tools");
  if (!existsSync(HAPROXY)) await installFromSystem("haproxy");
  if (given !== undefined) return;
  await installPostgres();
  postgres = await startPostgres({ synced: false });
};

// Runs while npm installs and the store is built.
const completed = completeSystem();
await install();
console.log("Building …");
await build();
await completed;
if (!hasChromium())
  await run(NODE, [join(ROOT, "node_modules/playwright/cli.js"), "install", "--only-shell", "chromium"], { env });

if (given === undefined && postgres === null) {
  console.error("There is no PostgreSQL here and none could be installed: install it, or set TEST_POSTGRES_URL.");
  process.exit(1);
}

const report = join(folder, "results.json");
const code = await run(
  NODE,
  [
    // The runner opens the screens' shared store itself, so it needs the packages' sources too.
    "--conditions=@backlot/source",
    join(ROOT, "node_modules/vitest/vitest.mjs"),
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
    ...passedOn,
  ],
  { env: { ...env, TMPDIR: folder, ...(postgres === null ? {} : { TEST_POSTGRES_URL: postgres.socketUrl }) } },
);
let counted = null;
try {
  counted = JSON.parse(readFileSync(report, "utf8"));
} catch {
  console.error("The test runner ended without its results.");
}
const failed = (counted?.numFailedTests ?? 0) || (code === 0 && counted !== null ? 0 : 1);
console.log(`${counted?.numPassedTests ?? 0} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
