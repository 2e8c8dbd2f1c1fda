import type { Instant } from "@backlot/domain";
import { sql } from "kysely";

/** A time, or an empty placeholder in a prepared query. */
type At = Instant | "";

/** Returns the condition for rows that have not ended at a time. */
export const lastsAt = (at: At) => sql<boolean>`(ends_at is null or ends_at > ${at})`;

/** Returns the condition for rows that have started but not ended at a time. */
export const runsAt = (at: At) => sql<boolean>`(starts_at <= ${at} and ${lastsAt(at)})`;
