/** PostgreSQL's code for a full disk. Reads continue, and writes work again once there is room. */
const DISK_FULL = "53100";

/** Error codes from the server or the network for a connection that is lost or unavailable. */
const CODES: ReadonlySet<string> = new Set([
  "57P01", // terminated by an administrator
  "57P02",
  "57P03", // starting up or shutting down
  DISK_FULL,
  "53200", // out of memory
  "53300", // too many connections
  "25P03",
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ECONNABORTED",
  "EAI_AGAIN",
]);

// The driver reports these without a code. The last one fails a transaction after a migration changed one of its
// tables. A retry prepares the statement again.
const MESSAGES = [
  "Connection terminated",
  "timeout exceeded when trying to connect",
  "Client has encountered a connection error",
  "cached plan must not change",
];

const isLost = (error: Error): boolean => {
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return CODES.has(code) || code.startsWith("08") || MESSAGES.some((message) => error.message.startsWith(message));
};

/** Returns whether a failure, one of its causes, or a failure that it groups is of a given kind. */
const isOrHas = (error: unknown, isOfKind: (error: Error) => boolean): boolean => {
  for (let each = error, depth = 0; each instanceof Error && depth < 5; each = each.cause, depth += 1) {
    if (isOfKind(each)) return true;
    if (each instanceof AggregateError && each.errors.some((grouped) => isOrHas(grouped, isOfKind))) return true;
  }
  return false;
};

/**
 * Returns whether a failure or one of its causes means that the database is unreachable, in which case a retry may
 * succeed. Returns false for anything that the database itself rejected.
 */
export const isDatabaseOutage = (error: unknown): boolean => isOrHas(error, isLost);

/** Returns whether a failure or one of its causes means that the database's disk is full. */
export const isDiskFull = (error: unknown): boolean =>
  isOrHas(error, (each) => "code" in each && each.code === DISK_FULL);
