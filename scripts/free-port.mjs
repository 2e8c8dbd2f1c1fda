import { mkdirSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The range to search, below the ephemeral ports (from 32,768 on Linux) and above the ports that browsers block. */
const PORTS = { first: 12_000, count: 20_000 };

/** The distance between the ports at which two processes start to search. */
const PORTS_OF_PROCESS = 64;

/** How long a claim lasts if the run doesn't remove the claim's folder, in milliseconds. */
const CLAIM_MS = 3_600_000;

let searched = 0;

/** Claims a port for this process. Returns false if another process has claimed it. */
const claim = (port) => {
  const folder = join(tmpdir(), "backlot-ports");
  const own = join(folder, String(port));
  mkdirSync(folder, { recursive: true });
  try {
    mkdirSync(own);
    return true;
  } catch {
    return Date.now() - (statSync(own, { throwIfNoEntry: false })?.mtimeMs ?? 0) > CLAIM_MS;
  }
};

const isFree = (port) =>
  new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });

/**
 * Returns a free port that no other caller of the same run gets. The system assigns none of these ports, so the
 * returned port stays free until the caller, or a process that the caller starts, listens on it.
 */
export const freePort = async () => {
  for (let tried = 0; tried < PORTS.count; tried += 1) {
    const port = PORTS.first + ((process.pid * PORTS_OF_PROCESS + searched++) % PORTS.count);
    if (claim(port) && (await isFree(port))) return port;
  }
  throw new Error(`no free port from ${PORTS.first} to ${PORTS.first + PORTS.count - 1}`);
};
