// A temporary PostgreSQL server for suites that run on both databases. Installs PostgreSQL if it is missing, on Debian
// as root.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { freePort } from "./free-port.mjs";
import { installFromSystem, isRoot } from "./system.mjs";

/** Returns the folder with the newest version's initdb and pg_ctl, or null. */
const binaries = () => {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(debian, version, "bin")),
    "/usr/local/bin",
    "/usr/bin",
    "/opt/homebrew/bin",
  ];
  return folders.find((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "pg_ctl"))) ?? null;
};

/** Installs PostgreSQL if it is missing, on Debian as root. */
export const installPostgres = async () => {
  if (binaries() !== null) return;
  console.log("Installing PostgreSQL (once)…");
  await installFromSystem("postgresql");
};

/**
 * Starts a server in a new folder in `within`. If `keep` has saved data in the folder `from`, starts with that data.
 * Resolves with the server's URLs and controls, or null if PostgreSQL is unavailable. Without `synced`, the server
 * loses nothing if it is killed, but can lose everything if the machine crashes.
 */
export const startPostgres = async ({ synced = true, from = null, within = tmpdir() } = {}) => {
  await installPostgres();
  const bin = binaries();
  if (bin === null) return null;
  const folder = mkdtempSync(join(within, "backlot-pg-"));
  const port = await freePort();
  // PostgreSQL refuses to run as root, so use the system's postgres user.
  const ids = isRoot
    ? { uid: Number(execFileSync("id", ["-u", "postgres"])), gid: Number(execFileSync("id", ["-g", "postgres"])) }
    : {};
  if (isRoot) chownSync(folder, ids.uid, ids.gid);
  const quiet = { ...ids, cwd: folder, stdio: ["ignore", "ignore", "inherit"] };
  const data = join(folder, "data");
  // PostgreSQL can't read data from another version.
  const [version] = execFileSync(join(bin, "postgres"), ["--version"], { encoding: "utf8" }).match(/\d+/);
  const kept = from === null ? null : `${from}-${version}`;
  const wasKept = kept !== null && existsSync(kept);
  if (wasKept) {
    execFileSync("cp", ["-R", kept, data]);
    if (isRoot) execFileSync("chown", ["-R", `${ids.uid}:${ids.gid}`, data]);
  } else
    execFileSync(
      join(bin, "initdb"),
      ["-D", data, "-U", "backlot", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"],
      quiet,
    );
  const fsync = synced ? "on" : "off";
  const settings = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c max_connections=300 -c fsync=${fsync}`;
  const waiting = ["-D", data, "-l", join(folder, "log"), "-w", "-o", settings];
  const control = (...args) => execFileSync(join(bin, "pg_ctl"), [...waiting, ...args], quiet);
  control("start");
  return {
    wasKept,
    /** Saves the server's current data for later runs, and restarts the server. */
    keep: () => {
      control("stop", "-m", "fast");
      mkdirSync(dirname(kept), { recursive: true });
      const copy = `${kept}.${process.pid}`;
      execFileSync("cp", ["-R", data, copy]);
      if (existsSync(kept)) rmSync(copy, { recursive: true, force: true });
      else renameSync(copy, kept);
      control("start");
    },
    url: `postgres://backlot@127.0.0.1:${port}/postgres`,
    /** The URL of its Unix socket. Queries through it cost a quarter less. */
    socketUrl: `postgres://backlot@${encodeURIComponent(folder)}:${port}/postgres`,
    /** Crashes and restarts the server. Resolves once it accepts connections. */
    restart: () =>
      new Promise((resolve, reject) => {
        const restarted = spawn(join(bin, "pg_ctl"), [...waiting, "-m", "immediate", "restart"], quiet);
        restarted.once("exit", (code) => (code === 0 ? resolve() : reject(new Error(`pg_ctl exited with ${code}`))));
      }),
    stop: () => {
      spawnSync(join(bin, "pg_ctl"), ["-D", data, "-m", "immediate", "stop"], {
        ...quiet,
        stdio: "ignore",
      });
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
