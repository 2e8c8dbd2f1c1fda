import { sql } from "kysely";
import type { TestStore } from "./harness.ts";

/** Locks an account the way support does, behind the store's back. */
export const lockAccount = async (store: TestStore, id: string): Promise<void> => {
  await sql`update accounts set locked = true where id = ${id}`.execute(store.database.kysely);
};
