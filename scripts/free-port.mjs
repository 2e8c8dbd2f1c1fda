import { createServer } from "node:net";

/**
 * Below the ports that a system gives to connections of its own (from 32,768 on, on Linux), and above those that
 * browsers refuse.
 */
const PORTS = { first: 12_000, count: 20_000 };

/** How many ports a process may ask for before it comes to those of the next process. */
const PORTS_OF_PROCESS = 64;

let asked = 0;

const isFree = (port) =>
  new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });

/**
 * A port that nobody uses. It is unlikely to be taken before its asker listens there: no connection is given one of
 * these, and the processes of a run begin to look at places of their own.
 */
export const freePort = async () => {
  for (let tried = 0; tried < PORTS.count; tried += 1) {
    const port = PORTS.first + ((process.pid * PORTS_OF_PROCESS + asked++) % PORTS.count);
    if (await isFree(port)) return port;
  }
  throw new Error(`no port is free from ${PORTS.first} to ${PORTS.first + PORTS.count - 1}`);
};
