import { type Instant, message, saleEndError } from "@backlot/domain";
import { InvalidRequest, ReadRepositories, Repositories, currentTime } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { currentPriceRules } from "../price-rules.ts";

/** Returns the current plan sale, or null. */
export const runningSale = Effect.gen(function* () {
  const repos = yield* ReadRepositories;
  return yield* repos.planSales.running(yield* currentTime);
});

/**
 * Starts the sale that the banner announces, or replaces the current one. It ends automatically at `ends_at`, if given;
 * fails if that is in the past. Call it in a transaction.
 */
export const startSale = Effect.fnUntraced(function* (ends_at: Instant | null) {
  const now = yield* currentTime;
  const error = saleEndError(ends_at, now);
  if (error !== null) {
    const issues = [{ path: "payload.ends_at", message: message(error) }];
    return yield* new InvalidRequest({ message: message(error), issues });
  }
  const sale = { ...(yield* currentPriceRules).sale, ends_at };
  const repos = yield* Repositories;
  yield* repos.planSales.start(sale, now);
  return sale;
});

/** Ends the current sale. Returns false if there is none. Call it in a transaction. */
export const endSale = Effect.gen(function* () {
  const repos = yield* Repositories;
  return yield* repos.planSales.end(yield* currentTime);
});
