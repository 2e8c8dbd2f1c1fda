import { type FundingState, fundingStateOf, paidPeriods } from "@backlot/domain";
import * as Effect from "effect/Effect";
import type { TestStore } from "./store.ts";

/** Returns an account's funding state, computed from the store's ledgers. */
export const fundingStateIn = async (store: TestStore, userId: string): Promise<FundingState> => {
  const { read } = store.ports.transactions;
  const run = Effect.runPromise;
  const payments = await run(read.payments.ofAccount(userId));
  return fundingStateOf({
    lots: await run(read.credits.lots(userId)),
    entries: await run(read.credits.entries(userId)),
    funding: await run(read.funding.entries(userId)),
    periods: paidPeriods(payments),
    running: (await run(read.subscriptions.current(userId)))?.subscription.payment ?? null,
  });
};
