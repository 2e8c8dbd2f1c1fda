import { sql } from "kysely";
import { openPostgres } from "./database.ts";

/** Facts about a database server and the store's user on it. */
export interface DatabaseCheck {
  /** The major version of PostgreSQL. */
  readonly version: number;
  /** Whether the user may create tables. */
  readonly createsTables: boolean;
  /** The maximum number of connections to the server. */
  readonly connections: number;
}

/** Connects to a PostgreSQL database by URL and returns the facts that a store needs. Rejects if it can't connect. */
export const checkDatabase = async (url: string): Promise<DatabaseCheck> => {
  const database = openPostgres(url, 1);
  try {
    const { rows } = await sql<DatabaseCheck>`
      select current_setting('server_version_num')::int / 10000 as version,
        coalesce(has_schema_privilege(current_schema(), 'create'), false) as "createsTables",
        current_setting('max_connections')::int as connections`.execute(database.kysely);
    const [row] = rows;
    if (row === undefined) throw new Error("the database returned no row");
    return row;
  } finally {
    await database.close();
  }
};
