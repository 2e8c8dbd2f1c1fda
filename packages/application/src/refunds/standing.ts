import { type Standing, standingOf } from "@backlot/domain";
import type { Repositories } from "@backlot/ports";
import * as Effect from "effect/Effect";

/** Where a customer stands, by what the repositories hold. Read it under the account's lock. (ORD-06) */
export const readStanding = (repos: Repositories, userId: string): Effect.Effect<Standing> =>
  Effect.gen(function* () {
    const running = yield* repos.subscriptions.current(userId);
    const payments = yield* repos.payments.ofAccount(userId);
    return standingOf({
      lots: yield* repos.credits.lots(userId),
      entries: yield* repos.credits.entries(userId),
      funding: yield* repos.funding.entries(userId),
      periods: payments.map(({ id, subscription_id, period }) => ({ source: id, subscription_id, period })),
      running: running?.subscription.payment ?? null,
    });
  });
