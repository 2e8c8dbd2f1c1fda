// Three PostgreSQL servers under Patroni, with etcd and HAProxy, in a temporary folder on this machine. Every commit
// waits for one synchronous standby. For `npm run prove:failover`, on Debian as root.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.mjs";
import { installFromSystem } from "./system.mjs";

const PROGRAMS = ["/usr/bin/patroni", "/usr/bin/etcd", "/usr/sbin/haproxy"];

/** Installs the cluster's programs, on Debian as root. Resolves with whether they are available. */
export const installCluster = async () => {
  const packages = ["postgresql", "patroni", "etcd-server", "python3-etcd", "haproxy"];
  if (!PROGRAMS.every((path) => existsSync(path))) await installFromSystem(...packages);
  return PROGRAMS.every((path) => existsSync(path));
};

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const until = async (what, check, limit = 120_000) => {
  for (const end = Date.now() + limit; Date.now() < end; await sleep(200)) {
    const found = await check().catch(() => null);
    if (found) return found;
  }
  throw new Error(`timed out after ${limit / 1_000} s: ${what}`);
};

const patroniSettings = ({ name, folder, bin, api, port, etcd }) => `
scope: backlot
name: ${name}
restapi: { listen: "127.0.0.1:${api}", connect_address: "127.0.0.1:${api}" }
etcd3: { host: "127.0.0.1:${etcd}" }
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 2
    retry_timeout: 5
    synchronous_mode: true
    synchronous_mode_strict: true
    postgresql:
      use_pg_rewind: true
      parameters: { max_connections: 200, wal_log_hints: "on" }
  initdb: [{ encoding: UTF8 }, { locale: C }, data-checksums]
postgresql:
  listen: "127.0.0.1:${port}"
  connect_address: "127.0.0.1:${port}"
  data_dir: ${join(folder, name, "data")}
  bin_dir: ${bin}
  pgpass: ${join(folder, name, "pgpass")}
  authentication:
    superuser: { username: backlot, password: local }
    replication: { username: replicator, password: local }
    rewind: { username: backlot, password: local }
  parameters: { unix_socket_directories: "${join(folder, name)}" }
  pg_hba:
    - host all all 127.0.0.1/32 trust
    - host replication all 127.0.0.1/32 trust
`;

/**
 * Starts the cluster. Resolves with the URL of its proxy and a function that kills its leader. That function resolves
 * once all three servers are back and a standby is synchronous. Its result is the time without a leader, in
 * milliseconds.
 */
export const startCluster = async () => {
  const folder = mkdtempSync(join(tmpdir(), "backlot-failover-"));
  const [uid, gid] = ["-u", "-g"].map((flag) => Number(execFileSync("id", [flag, "postgres"])));
  chownSync(folder, uid, gid);
  const versions = readdirSync("/usr/lib/postgresql").sort((a, b) => Number(b) - Number(a));
  const bin = join("/usr/lib/postgresql", versions[0], "bin");
  const [etcd, peer, bind] = [await freePort(), await freePort(), await freePort()];
  const nodes = [];
  for (const name of ["one", "two", "three"])
    nodes.push({ name, folder, bin, etcd, api: await freePort(), port: await freePort(), process: null });
  const quiet = { uid, gid, cwd: folder, stdio: "ignore" };
  const client = `http://127.0.0.1:${etcd}`;
  const own = `http://127.0.0.1:${peer}`;
  const store = spawn(
    "/usr/bin/etcd",
    [
      ...["--name", "one", "--data-dir", join(folder, "etcd"), "--listen-client-urls", client],
      ...["--advertise-client-urls", client, "--listen-peer-urls", own, "--initial-advertise-peer-urls", own],
      ...["--initial-cluster", `one=${own}`],
    ],
    quiet,
  );
  const start = (node) => {
    const file = join(folder, `${node.name}.yaml`);
    mkdirSync(join(folder, node.name), { recursive: true });
    chownSync(join(folder, node.name), uid, gid);
    writeFileSync(file, patroniSettings(node));
    const log = join(folder, `${node.name}.log`);
    node.process = spawn("sh", ["-c", `exec /usr/bin/patroni ${file} >> ${log} 2>&1`], { ...quiet, detached: true });
  };
  nodes.forEach(start);
  const members = async () => {
    for (const { api } of nodes) {
      const answer = await fetch(`http://127.0.0.1:${api}/cluster`).catch(() => null);
      if (answer?.ok) return (await answer.json()).members;
    }
    return [];
  };
  const leader = async () => (await members()).find(({ role, state }) => role === "leader" && state === "running");
  const isWhole = async () => {
    const all = await members();
    const running = all.filter(({ state }) => ["running", "streaming"].includes(state));
    return (await leader()) !== undefined && running.length === 3 && all.some(({ role }) => role === "sync_standby");
  };
  const killNode = (node) => {
    const file = join(folder, node.name, "data/postmaster.pid");
    const postmaster = existsSync(file) ? Number(readFileSync(file, "utf8").split("\n")[0]) : null;
    for (const pid of [-node.process.pid, postmaster])
      try {
        if (pid !== null) process.kill(pid, "SIGKILL");
      } catch {
        // The process has already exited.
      }
  };
  let proxy = null;
  const stop = () => {
    proxy?.kill("SIGKILL");
    nodes.forEach(killNode);
    store.kill("SIGKILL");
    spawnSync("sleep", ["1"]);
    rmSync(folder, { recursive: true, force: true });
  };
  await until("the cluster's start", isWhole).catch((error) => {
    stop();
    throw error;
  });
  const servers = nodes.map(({ name, port, api }) => `  server ${name} 127.0.0.1:${port} check port ${api}`);
  const proxyFile = join(folder, "haproxy.cfg");
  writeFileSync(
    proxyFile,
    [
      "defaults",
      "  mode tcp",
      "  timeout connect 2s",
      "  timeout client 1h",
      "  timeout server 1h",
      "listen leader",
      `  bind 127.0.0.1:${bind}`,
      "  option httpchk GET /primary",
      "  http-check expect status 200",
      "  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions",
      ...servers,
      "",
    ].join("\n"),
  );
  proxy = spawn("/usr/sbin/haproxy", ["-f", proxyFile], { stdio: "ignore" });
  return {
    url: `postgres://backlot@127.0.0.1:${bind}/postgres`,
    killLeader: async () => {
      const { name } = await until("a leader", leader);
      const node = nodes.find((each) => each.name === name);
      const killedAt = Date.now();
      killNode(node);
      await until("another leader", async () => {
        const found = await leader();
        return found !== undefined && found.name !== name;
      });
      const without = Date.now() - killedAt;
      start(node);
      await until("the return of the killed server", isWhole);
      return without;
    },
    stop,
  };
};
