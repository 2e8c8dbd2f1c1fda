import type { RateLimit, RateLimits } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { CompiledQuery } from "kysely";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { type Db, query } from "./db.ts";

const TABLE = "rate_limits";

/** A query in the form that the library sends to a database client. */
interface Asked {
  readonly text: string;
  readonly values: unknown[];
}

/** Creates rate limits in the database: one row per key, incremented by a single statement. */
export const makeRateLimits = (db: Db): RateLimits => {
  const storeClient = {
    query: ({ text, values }: Asked) => db.executeQuery(CompiledQuery.raw(text, values)),
  };
  const limiters = new Map<string, RateLimiterPostgres>();
  const limiterOf = ({ name, attempts, seconds }: RateLimit): RateLimiterPostgres => {
    const limiter =
      limiters.get(name) ??
      new RateLimiterPostgres({
        storeClient,
        storeType: "client",
        tableName: TABLE,
        tableCreated: true,
        // A job deletes expired rows instead, because a timer would outlive the database handle.
        clearExpiredByTimeout: false,
        keyPrefix: name,
        points: attempts,
        duration: seconds,
      });
    limiters.set(name, limiter);
    return limiter;
  };
  return {
    take: (limit, key) =>
      query(() =>
        limiterOf(limit)
          .consume(key)
          .then(
            () => true,
            (reason: unknown) => {
              if (reason instanceof RateLimiterRes) return false;
              throw reason;
            },
          ),
      ),
    isUsedUp: (limit, key) =>
      query(async () => {
        const counted = await db
          .selectFrom(TABLE)
          .select("points")
          .where("key", "=", limiterOf(limit).getKey(key))
          .where("expire", ">", Date.now())
          .executeTakeFirst();
        return counted !== undefined && counted.points >= limit.attempts;
      }),
    // Give an attempt back only within the current window, and never let the count fall below zero. The library's
    // method would start a window with an extra attempt.
    giveBack: (limit, key) =>
      Effect.asVoid(
        query(() =>
          db
            .updateTable(TABLE)
            .set((row) => ({ points: row("points", "-", 1) }))
            .where("key", "=", limiterOf(limit).getKey(key))
            .where("expire", ">", Date.now())
            .where("points", ">", 0)
            .execute(),
        ),
      ),
    clear: (limit, key) =>
      Effect.asVoid(query(() => db.deleteFrom(TABLE).where("key", "=", limiterOf(limit).getKey(key)).execute())),
    removeEnded: () => Effect.asVoid(query(() => db.deleteFrom(TABLE).where("expire", "<", Date.now()).execute())),
  };
};
