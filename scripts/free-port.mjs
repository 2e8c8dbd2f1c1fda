import { createServer } from "node:net";

/** Below the ephemeral ports (from 32,768 on Linux), and above the ports that browsers block. */
const PORTS = { first: 12_000, count: 20_000 };

/** How many ports a process can take before it reaches those of the next process. */
const PORTS_OF_PROCESS = 64;

let asked = 0;

const isFree = (port) =>
  new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });

/**
 * Returns a free port. It is unlikely to be taken before the caller listens on it: the system assigns none of these
 * ports, and each process of a run starts searching at another one.
 */
export const freePort = async () => {
  for (let tried = 0; tried < PORTS.count; tried += 1) {
    const port = PORTS.first + ((process.pid * PORTS_OF_PROCESS + asked++) % PORTS.count);
    if (await isFree(port)) return port;
  }
  throw new Error(`no port is free from ${PORTS.first} to ${PORTS.first + PORTS.count - 1}`);
};
