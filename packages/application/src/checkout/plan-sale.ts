import { BANNER_SALE, type Instant, message, saleEndError } from "@backlot/domain";
import { type Repositories, type RunningSale, InvalidRequest } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { StorePorts } from "../store-ports.ts";

/** The sale of plans that runs now, or null. (DSC-04) */
export const runningSale = (ports: Pick<StorePorts, "clock">, repos: Repositories): Effect.Effect<RunningSale | null> =>
  repos.planSales.running(ports.clock.now());

/**
 * Starts the sale that the banner announces, in place of one that runs; it ends by itself
 * where an end is named. (DSC-04)
 */
export const startSale =
  (ports: Pick<StorePorts, "clock" | "transactions">) =>
  (ends_at: Instant | null): Effect.Effect<RunningSale, InvalidRequest> =>
    Effect.gen(function* () {
      const now = ports.clock.now();
      const error = saleEndError(ends_at, now);
      if (error !== null) {
        const issues = [{ path: "payload.ends_at", message: message(error) }];
        return yield* new InvalidRequest({ message: message(error), issues });
      }
      const sale = { ...BANNER_SALE, ends_at };
      yield* ports.transactions.run((repos) => repos.planSales.start(sale, now));
      return sale;
    });
