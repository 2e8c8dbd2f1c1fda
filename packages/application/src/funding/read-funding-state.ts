import { fundingStateOf, paidPeriods } from "@backlot/domain";
import { ReadRepositories } from "@backlot/ports";
import * as Effect from "effect/Effect";

/** Reads which money funds a customer's credits, periods, and items. Call it under the account's lock. */
export const readFundingState = Effect.fnUntraced(function* (userId: string) {
  const repos = yield* ReadRepositories;
  const running = yield* repos.subscriptions.current(userId);
  const payments = yield* repos.payments.ofAccount(userId);
  return fundingStateOf({
    lots: yield* repos.credits.lots(userId),
    entries: yield* repos.credits.entries(userId),
    funding: yield* repos.funding.entries(userId),
    periods: paidPeriods(payments),
    running: running?.subscription.payment ?? null,
  });
});
