import { rmSync } from "node:fs";
import { createServer, connect } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type Database, type DumpedRow, dumpRows } from "@backlot/adapters-postgres";

/** The socket in the data folder at which a running store with an embedded database hands out its rows. */
export const socketOf = (dataDir: string): string => join(dataDir, "backup.sock");

/** A row as a line: its table, a tab, and its JSON, which has no line breaks. */
export const toLine = ({ table, json }: DumpedRow): string => `${table}\t${json}\n`;

/** Reads a line that `toLine` wrote. */
export const fromLine = (line: string): DumpedRow => {
  const tab = line.indexOf("\t");
  return { table: line.slice(0, tab), json: line.slice(tab + 1) };
};

/**
 * Serves backups of an embedded database, which no other process can open meanwhile. Only the owner of the data folder
 * reaches the socket. The last line has no table, and names the migrations. Returns how to stop.
 */
export const serveDumps = (database: Database, dataDir: string): (() => void) => {
  const path = socketOf(dataDir);
  rmSync(path, { force: true });
  const server = createServer((socket) => {
    socket.on("error", () => {
      // The other side went away.
    });
    const write = (text: string): Promise<void> =>
      new Promise((resolve, reject) => void socket.write(text, (error) => (error == null ? resolve() : reject(error))));
    dumpRows(database.kysely, (row) => write(toLine(row)))
      .then((migrations) => socket.end(toLine({ table: "", json: JSON.stringify(migrations) })))
      .catch((error: unknown) => {
        console.error("a backup was not finished:", error);
        socket.destroy();
      });
  });
  server.on("error", (error) => console.warn("backups of the running store are not possible:", error.message));
  server.listen(path);
  return () => void server.close();
};

/** Reads the rows of a running store's database, as `dumpRows` does. */
export const dumpRunning = async (
  dataDir: string,
  take: (row: DumpedRow) => Promise<void>,
): Promise<readonly string[]> => {
  const socket = connect(socketOf(dataDir));
  for await (const line of createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY })) {
    const row = fromLine(line);
    if (row.table === "") return JSON.parse(row.json) as readonly string[];
    await take(row);
  }
  throw new Error("The store stopped before the backup was finished. Try again.");
};
