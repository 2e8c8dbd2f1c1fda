import type { Instant } from "@backlot/domain";
import { sql } from "kysely";

/**
 * Returns the database's time plus a number of milliseconds, so that processes with different clocks never hold the
 * same lease.
 */
export const fromNow = (milliseconds: number) =>
  sql<Instant>`clock_timestamp() + ${milliseconds} * interval '1 millisecond'`;
