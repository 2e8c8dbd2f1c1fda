// Sets up a machine for the tests: npm's packages, a build, a browser, PostgreSQL, and the programs that some suites
// call.
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";
import { KEPT, databaseHash } from "./database-hash.mjs";
import { installPostgres, startPostgres } from "./postgres.mjs";
import { NODE, ROOT, build, environment, install, run } from "./setup.mjs";
import { installFromSystem } from "./system.mjs";
import { installWrk } from "./wrk.mjs";

// Prefer the headless shell, which is the same engine but does a quarter less work.
const SHELL = "/usr/bin/chromium-headless-shell";
const CHROMIUMS = [SHELL, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Programs from the system that only the proofs call. Without HAProxy, its proof is skipped. */
const FOR_PROOFS = [
  ["/usr/bin/ffmpeg", "ffmpeg"],
  ["/usr/sbin/haproxy", "haproxy"],
];

/** The program that checks sold files at full scale. It depends on desktop libraries. */
const FOR_FULL_SCALE = ["/usr/bin/oiiotool", "openimageio-tools"];

/** An in-memory file system. Creating a database there takes a tenth of the time. */
const MEMORY_DISK = "/dev/shm";

/** The maximum size of a run's temporary files, in bytes. */
const SPACE = 8 * 2 ** 30;

/**
 * Returns the folder for a run's temporary files: in memory if that leaves at least as much memory for its processes.
 */
const temporaryPlace = () => {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_DISK);
    return bavail * bsize > SPACE && freemem() > 2 * SPACE ? MEMORY_DISK : tmpdir();
  } catch {
    return tmpdir();
  }
};

const hasChromium = () => Boolean(process.env.CHROMIUM_PATH) || CHROMIUMS.some((path) => existsSync(path));

const installMissing = async (programs) => {
  for (const [path, name] of programs) if (!existsSync(path)) await installFromSystem(name);
};

const installBrowser = async () => {
  if (process.env.CHROMIUM_PATH || existsSync(SHELL)) return;
  console.log("Installing the Chromium shell (once)…");
  await installFromSystem("chromium-headless-shell");
  if (!hasChromium()) await installFromSystem("chromium");
};

/**
 * Installs missing packages, builds the store, and starts a temporary PostgreSQL unless TEST_POSTGRES_URL is set.
 * Resolves with the environment for test runners, and the folder of this run. Everything is removed when the process
 * exits.
 */
export const setUpTests = async ({ proofs, fullScale }) => {
  // A database server reads some of the suites' temporary folders as another user.
  const folder = mkdtempSync(join(temporaryPlace(), "backlot-test-"));
  chmodSync(folder, 0o755);
  let postgres = null;
  process.once("exit", () => {
    postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => process.exit(130));
  const given = process.env.TEST_POSTGRES_URL;
  const completeSystem = async () => {
    await installBrowser();
    if (given === undefined) await installPostgres();
    if (!proofs) return;
    await installWrk();
    await installMissing(fullScale ? [...FOR_PROOFS, FOR_FULL_SCALE] : FOR_PROOFS);
  };
  // Let this run while npm installs packages and the store is built.
  const completed = completeSystem();
  await install();
  console.log("Building…");
  await build();
  await completed;
  const env = environment();
  if (!hasChromium())
    await run(NODE, [join(ROOT, "node_modules/playwright/cli.js"), "install", "--only-shell", "chromium"], { env });
  if (given === undefined) {
    postgres = await startPostgres({ synced: false, from: join(KEPT, databaseHash(), "postgres"), within: folder });
    if (postgres === null) {
      console.error("PostgreSQL isn't installed and couldn't be installed. Install it, or set TEST_POSTGRES_URL.");
      process.exit(1);
    }
  }
  const TEST_POSTGRES_URL = given ?? postgres.socketUrl;
  // A store that renders files in the background would slow the tests.
  const forTests = { ...env, TMPDIR: folder, TEST_POSTGRES_URL, SAMPLE_AHEAD: "off" };
  if (postgres?.wasKept !== true) {
    const script = join(ROOT, "testing/src/make-templates.ts");
    const code = await run(NODE, ["--conditions=@backlot/source", script], { env: forTests });
    if (code !== 0) process.exit(code);
    postgres?.keep();
  }
  return { env: forTests, folder };
};
