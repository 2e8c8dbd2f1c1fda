import type { Instant } from "@backlot/domain";
import { sql } from "kysely";

/**
 * Returns a time in a number of milliseconds by the database's clock, so that processes with different clocks never
 * hold the same lease.
 */
export const fromNow = (milliseconds: number) =>
  sql<Instant>`clock_timestamp() + ${milliseconds} * interval '1 millisecond'`;
