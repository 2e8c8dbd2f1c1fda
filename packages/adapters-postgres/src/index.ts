export { type Database, openEmbedded, openInMemory, openPostgres } from "./database.ts";
export { FolderInUse, lockFolder } from "./lock-folder.ts";
export { migrate } from "./migrations/index.ts";
export type { Tables } from "./schema.ts";
export { makeTransactions } from "./transactions.ts";
