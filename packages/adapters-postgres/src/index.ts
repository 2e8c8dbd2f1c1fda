export { type Database, openEmbedded, openInMemory, openPostgres, openWithReplica } from "./database.ts";
export { type DumpedRow, RestoreRefused, dumpRows, requireNoData, restoreRows } from "./backup.ts";
export { DataDirLocked, lockDataDir, shareDataDir } from "./lock-data-dir.ts";
export { NewerDatabase, migrate } from "./migrations/index.ts";
export type { Tables } from "./schema.ts";
export { isDatabaseOutage } from "./outage.ts";
export { nameFormerSeller } from "./receipts/receipts.ts";
export { makeRateLimits } from "./rate-limits.ts";
export { makeTransactions } from "./transactions.ts";
