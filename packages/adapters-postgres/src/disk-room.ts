import { sql } from "kysely";
import type { Db } from "./db.ts";
import { isDiskFull } from "./outage.ts";

/** A write that leaves nothing behind, and fails if the disk is full. */
const NEEDS_ROOM = sql`create temporary table needs_room on commit drop as
  select string_agg(md5(random()::text), '') as filler from generate_series(1, 8000)`;

/** Tracks whether a database's disk has room, based on its failed queries. */
export class DiskRoom {
  #isFull = false;

  /** Records a failed query. */
  readonly note = (error: unknown): void => {
    if (isDiskFull(error)) this.#isFull = true;
  };

  /** Throws if an earlier write found the disk full, and a new write still does. */
  async check(db: Db): Promise<void> {
    if (!this.#isFull) return;
    // Any other failure, such as a role that may not create temporary tables, says nothing about the disk.
    const failure = await db
      .transaction()
      .execute((probe) => NEEDS_ROOM.execute(probe))
      .then(
        () => null,
        (error: unknown) => error,
      );
    if (isDiskFull(failure)) throw failure;
    this.#isFull = false;
  }
}
