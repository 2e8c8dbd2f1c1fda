// A temporary PostgreSQL server for suites that run on both databases. Installs PostgreSQL if it is missing, on Debian
// as root.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.mjs";
import { installFromSystem, isRoot } from "./system.mjs";

/** Returns the folder of initdb and pg_ctl of the newest version, or null. */
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
  console.log("Installing PostgreSQL (once) …");
  await installFromSystem("postgresql");
};

/**
 * Starts a server in a temporary folder. Resolves with its URLs and how to stop it, or null if PostgreSQL is
 * unavailable. Without `synced` it loses nothing when it is killed, but everything when the machine crashes.
 */
export const startPostgres = async ({ synced = true } = {}) => {
  await installPostgres();
  const bin = binaries();
  if (bin === null) return null;
  const folder = mkdtempSync(join(tmpdir(), "backlot-pg-"));
  const port = await freePort();
  // PostgreSQL refuses to run as root, so use the system's postgres user.
  const ids = isRoot
    ? { uid: Number(execFileSync("id", ["-u", "postgres"])), gid: Number(execFileSync("id", ["-g", "postgres"])) }
    : {};
  if (isRoot) chownSync(folder, ids.uid, ids.gid);
  const quiet = { ...ids, cwd: folder, stdio: ["ignore", "ignore", "inherit"] };
  execFileSync(
    join(bin, "initdb"),
    ["-D", join(folder, "data"), "-U", "backlot", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"],
    quiet,
  );
  const fsync = synced ? "on" : "off";
  const settings = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c max_connections=300 -c fsync=${fsync}`;
  execFileSync(
    join(bin, "pg_ctl"),
    ["-D", join(folder, "data"), "-l", join(folder, "log"), "-w", "-o", settings, "start"],
    quiet,
  );
  return {
    url: `postgres://backlot@127.0.0.1:${port}/postgres`,
    /** The URL of its Unix socket. Queries through it cost a quarter less. */
    socketUrl: `postgres://backlot@${encodeURIComponent(folder)}:${port}/postgres`,
    /** Crashes and restarts the server. Resolves once it accepts connections. */
    restart: () =>
      new Promise((resolve, reject) => {
        const args = ["-D", join(folder, "data"), "-l", join(folder, "log"), "-m", "immediate", "-w", "-o", settings];
        const control = spawn(join(bin, "pg_ctl"), [...args, "restart"], quiet);
        control.once("exit", (code) => (code === 0 ? resolve() : reject(new Error(`pg_ctl ended with ${code}`))));
      }),
    stop: () => {
      spawnSync(join(bin, "pg_ctl"), ["-D", join(folder, "data"), "-m", "immediate", "stop"], {
        ...quiet,
        stdio: "ignore",
      });
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
