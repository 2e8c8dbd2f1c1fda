import { sql } from "kysely";
import { openPostgres } from "./database.ts";

/** What a database server says of itself and of the store's user. */
export interface DatabaseCheck {
  /** The major version of PostgreSQL. */
  readonly version: number;
  /** Whether the user may create tables. */
  readonly createsTables: boolean;
  /** Connections that the server accepts in all. */
  readonly connections: number;
}

/** Connects to a PostgreSQL database by URL and returns what a store needs to know of it. Rejects if it can't. */
export const checkDatabase = async (url: string): Promise<DatabaseCheck> => {
  const database = openPostgres(url, 1);
  try {
    const { rows } = await sql<DatabaseCheck>`
      select current_setting('server_version_num')::int / 10000 as version,
        coalesce(has_schema_privilege(current_schema(), 'create'), false) as "createsTables",
        current_setting('max_connections')::int as connections`.execute(database.kysely);
    const [row] = rows;
    if (row === undefined) throw new Error("the database sent no row");
    return row;
  } finally {
    await database.close();
  }
};
