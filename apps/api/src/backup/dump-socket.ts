import { rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type Database, type DumpedRow, dumpRows } from "@backlot/adapters-postgres";
import type { LogError } from "@backlot/ports";

/** The socket in the data folder through which a running store with an embedded database provides its rows. */
export const socketOf = (dataDir: string): string => join(dataDir, "backup.sock");

/** How long a backup's reader may pause, in milliseconds. Meanwhile, the embedded database waits for it. */
const LONGEST_PAUSE_MS = 10_000;

/** Characters that line readers treat as line breaks but that JSON may contain unescaped. */
const BREAKS = /[\u2028\u2029]/g;

/** Formats a row as a line: its table, a tab, and its JSON without line breaks. */
export const toLine = ({ table, json }: DumpedRow): string =>
  `${table}\t${json.replace(BREAKS, (each) => (each === "\u2028" ? "\\u2028" : "\\u2029"))}\n`;

/** Parses a line that `toLine` wrote. */
export const fromLine = (line: string): DumpedRow => {
  const tab = line.indexOf("\t");
  return { table: line.slice(0, tab), json: line.slice(tab + 1) };
};

/**
 * Serves rows of an embedded database to backups, because no other process can open the database. The store waits until
 * the rows have been read. Only the data folder's owner can reach the socket. The last line has no table and lists the
 * migrations. Returns a function that stops serving.
 */
export const serveDumps = (database: Database, dataDir: string, logError: LogError): (() => void) => {
  const path = socketOf(dataDir);
  rmSync(path, { force: true });
  const server = createServer((socket) => {
    socket.setTimeout(LONGEST_PAUSE_MS, () => socket.destroy());
    const closed = new Promise<never>((_, reject) => {
      socket.on("error", reject);
      socket.once("close", () => reject(new Error("the reader disconnected")));
    });
    // Suppress the unhandled rejection. Each row awaits this promise.
    closed.catch(() => {});
    const write = (text: string): Promise<void> => {
      if (socket.write(text)) return Promise.resolve();
      return Promise.race([new Promise<void>((resolve) => void socket.once("drain", resolve)), closed]);
    };
    dumpRows(database.kysely, (row) => write(toLine(row)))
      .then((migrations) => socket.end(toLine({ table: "", json: JSON.stringify(migrations) })))
      .catch((error: unknown) => {
        logError("a backup failed", error);
        socket.destroy();
      });
  });
  server.on("error", (error) => logError("the running store can't be backed up", error));
  server.listen(path);
  return () => void server.close();
};

/** Reads the rows of a running store's database, as `dumpRows` does. */
export const dumpRunning = async (
  dataDir: string,
  take: (row: DumpedRow) => Promise<void>,
): Promise<readonly string[]> => {
  const socket = connect(socketOf(dataDir));
  try {
    for await (const line of createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY })) {
      const row = fromLine(line);
      if (row.table === "") return JSON.parse(row.json) as readonly string[];
      await take(row);
    }
  } finally {
    socket.destroy();
  }
  throw new Error("The store stopped before the backup was finished. Try again.");
};
