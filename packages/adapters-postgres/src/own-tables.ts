import { EMPTY_AT_FIRST, FILLED_BY_MIGRATIONS } from "./schema.ts";

/**
 * All tables of the store but those that the migrations keep for themselves. A database may hold other tables, which
 * are none of its business.
 */
export const OWN_TABLES: ReadonlySet<string> = new Set([...EMPTY_AT_FIRST, ...FILLED_BY_MIGRATIONS]);
