import { EMPTY_AT_FIRST, FILLED_BY_MIGRATIONS } from "./schema.ts";

/**
 * All tables of the store except those that track its migrations. A database may contain other tables, which the store
 * ignores.
 */
export const OWN_TABLES: ReadonlySet<string> = new Set([...EMPTY_AT_FIRST, ...FILLED_BY_MIGRATIONS]);
