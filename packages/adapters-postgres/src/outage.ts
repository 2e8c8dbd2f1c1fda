/** What the server or the network says when a connection is lost or can't be had. */
const CODES: ReadonlySet<string> = new Set([
  "57P01", // the backend was told to end
  "57P02",
  "57P03", // the server starts or stops
  "53300", // no connection is left
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

// The driver says these without a code. The last one ends a transaction whose table a migration has just changed; the
// next try finds its statement prepared anew.
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

/**
 * Whether something failed because the database can't be reached, itself or by what caused it: it may be tried again.
 * False for everything that the database itself refused.
 */
export const isDatabaseOutage = (error: unknown): boolean => {
  for (let each = error, depth = 0; each instanceof Error && depth < 5; each = each.cause, depth += 1) {
    if (isLost(each)) return true;
    if (each instanceof AggregateError && each.errors.some(isDatabaseOutage)) return true;
  }
  return false;
};
