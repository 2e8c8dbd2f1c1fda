import { readFile } from "node:fs/promises";
import { type LogError, logToConsole } from "@backlot/ports";
import { type Dialect, Kysely, type Logger, PGliteDialect, PostgresDialect } from "kysely";
import pg from "pg";
import { DiskRoom } from "./disk-room.ts";
import { StatementNames, nameStatements } from "./name-statements.ts";
import { parsers } from "./parsers.ts";
import type { Tables } from "./schema.ts";

/** An open database. `close` shuts it down cleanly. */
export interface Database {
  readonly kysely: Kysely<Tables>;
  readonly kind: "postgres" | "embedded";
  /** Tracks whether the disk has room. */
  readonly room: DiskRoom;
  /** A replica to read the catalog from, which may lag slightly, or null if there is none. */
  readonly replica: Kysely<Tables> | null;
  readonly close: () => Promise<void>;
}

const over = (kind: Database["kind"], dialect: Dialect, onQuery?: () => void): Database => {
  const room = new DiskRoom();
  const log: Logger = (event) => {
    if (event.level === "error") room.note(event.error);
    onQuery?.();
  };
  const kysely = new Kysely<Tables>({ dialect, log });
  return { kysely, kind, room, replica: null, close: () => kysely.destroy() };
};

/** How long a transaction may idle between statements before the server ends it, in milliseconds. */
const ABANDONED_MS = 10_000;

/** The time limits for connecting and for a query, in milliseconds. Null means no limit. */
interface Limits {
  readonly connectMs: number;
  readonly queryMs: number | null;
}

/** The observers of a database: `onQuery` is called for each statement, and `logError` for each failed connection. */
interface Watch {
  readonly onQuery?: (() => void) | undefined;
  readonly logError?: LogError;
}

const openServer = (
  url: string,
  max: number,
  limits: Limits,
  { onQuery, logError = logToConsole }: Watch,
): Database => {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: limits.connectMs,
    ...(limits.queryMs === null ? {} : { query_timeout: limits.queryMs, statement_timeout: limits.queryMs }),
    keepAlive: true,
    // If a machine dies during a transaction, the server would keep its row locks until the network notices. Our
    // transactions never pause between statements.
    idle_in_transaction_session_timeout: ABANDONED_MS,
    types: {
      getTypeParser: ((oid: number, format?: "text" | "binary") =>
        (format !== "binary" && parsers[oid]) || pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
    },
  });
  const names = new StatementNames();
  // The pool replaces a broken connection at the next query, but it listens for errors only on idle ones. Without this
  // listener, an error on a connection in use would end the process.
  pool.on("connect", (client) => {
    client.on("error", (error) => logError("a database connection failed", error.message));
    nameStatements(client, names, onQuery);
  });
  pool.on("error", () => {
    // The connection's own listener has logged the error.
  });
  return over("postgres", new PostgresDialect({ pool }));
};

const SERVER: Limits = { connectMs: 10_000, queryMs: null };

/** The limits for a replica. They are short, because the leader can respond instead. */
const REPLICA: Limits = { connectMs: 2_000, queryMs: 5_000 };

/** Opens a PostgreSQL server by URL. `max` is the number of connections. */
export const openPostgres = (url: string, max = 10, watch: Watch = {}): Database => openServer(url, max, SERVER, watch);

/** Opens a PostgreSQL server and its replica, each with up to `max` connections. */
export const openWithReplica = (url: string, readUrl: string, max = 10, watch: Watch = {}): Database => {
  const leader = openPostgres(url, max, watch);
  const { kysely: replica } = openServer(readUrl, max, REPLICA, watch);
  return {
    ...leader,
    replica,
    close: async () => {
      await Promise.all([leader.close(), replica.destroy()]);
    },
  };
};

// Load the embedded engine on demand. It is as large as the rest of the app, and a store on a server never needs it.
const loadEngine = async () => {
  const [{ PGlite }, { pg_trgm }, { fuzzystrmatch }] = await Promise.all([
    import("@electric-sql/pglite"),
    import("@electric-sql/pglite/contrib/pg_trgm"),
    import("@electric-sql/pglite/contrib/fuzzystrmatch"),
  ]);
  return { PGlite, extensions: { pg_trgm, fuzzystrmatch } };
};

const options = { parsers: { ...parsers } as Record<number, (text: string) => unknown> };

/**
 * Opens the embedded engine on a folder, with every commit synced to disk. Only one process at a time can open a
 * folder. `onQuery` is called for each statement.
 */
export const openEmbedded = async (
  folder: string,
  onQuery?: () => void,
): Promise<Database & { readonly syncs: () => number }> => {
  const [{ PGlite, extensions }, { DurableNodeFS, durableStartParams }] = await Promise.all([
    loadEngine(),
    import("./durable-fs.ts"),
  ]);
  const fs = new DurableNodeFS(folder);
  const engine = await PGlite.create({ ...options, extensions, fs, startParams: durableStartParams() });
  const settings = await engine.query<{ fsync: string }>("select current_setting('fsync') as fsync");
  if (settings.rows[0]?.fsync !== "on" || fs.syncs === 0) throw new Error("PGlite started without syncing to disk");
  return {
    ...over("embedded", new PGliteDialect({ pglite: engine }), onQuery),
    syncs: () => fs.syncs,
  };
};

/** Reads and compiles the engine's files, once for all in-memory databases of a process. */
const readEngine = async () => {
  const file = async (name: string): Promise<Buffer<ArrayBuffer>> =>
    readFile(new URL(name, import.meta.resolve("@electric-sql/pglite")));
  const compiled = async (name: string): Promise<WebAssembly.Module> => WebAssembly.compile(await file(name));
  return {
    pgliteWasmModule: await compiled("pglite.wasm"),
    initdbWasmModule: await compiled("initdb.wasm"),
    fsBundle: new Blob([await file("pglite.data")]),
  };
};
let engineFiles: ReturnType<typeof readEngine> | undefined;

// Test databases are small and short-lived. With the default buffers and log, half of their startup time goes to
// clearing memory.
const SMALL = {
  startParams: ["-c", "shared_buffers=4MB", "-c", "min_wal_size=2MB"],
  initDbStartParams: ["--wal-segsize=1"],
};

/** Opens the embedded engine in memory, optionally from another engine's dump. For tests. */
export const openInMemory = async (dump?: Blob): Promise<Database & { readonly dump: () => Promise<Blob> }> => {
  const { PGlite, extensions } = await loadEngine();
  engineFiles ??= readEngine();
  const loaded = dump === undefined ? {} : { loadDataDir: dump };
  const small = { ...SMALL, startParams: [...PGlite.defaultStartParams, ...SMALL.startParams] };
  const engine = await PGlite.create({ ...options, extensions, ...(await engineFiles), ...small, ...loaded });
  return {
    ...over("embedded", new PGliteDialect({ pglite: engine })),
    dump: () => engine.dumpDataDir("none"),
  };
};
