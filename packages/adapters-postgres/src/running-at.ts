import type { Instant } from "@backlot/domain";
import { sql } from "kysely";

/** A moment; nothing, where a prepared query takes it as a parameter. */
type At = Instant | "";

/** Whether what staff set has not ended at a moment. */
export const lastsAt = (at: At) => sql<boolean>`(ends_at is null or ends_at > ${at})`;

/** Whether it runs then. */
export const runsAt = (at: At) => sql<boolean>`(starts_at <= ${at} and ${lastsAt(at)})`;
