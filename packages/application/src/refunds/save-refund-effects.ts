import {
  type FundingEntry,
  type Instant,
  type RefundEffects,
  type Standing,
  accountCreditChange,
  cents,
  providerTraits,
  revokeReturned,
  subscriptionAfterRefund,
  unrecovered,
  unusedTimeAmount,
  unusedTimeRefunds,
} from "@backlot/domain";
import type { Repositories, StoredSubscription } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { OrderPorts } from "../store-ports.ts";
import { saveEnd, saveTransition } from "../subscriptions/save-transition.ts";
import { enqueueRefund } from "./enqueue-refund.ts";
import { readStanding } from "./standing.ts";

/**
 * Where the provider keeps no account credit, unused time is refunded, with its tax; its entry says so at once. Of a
 * gift nothing can be refunded.
 */
const refundUnusedTime = (
  ports: Pick<OrderPorts, "clock" | "ids">,
  repos: Repositories,
  userId: string,
  entries: readonly FundingEntry[],
): Effect.Effect<readonly FundingEntry[]> =>
  Effect.gen(function* () {
    const payments = yield* repos.payments.ofAccount(userId);
    const funding = yield* repos.funding.entries(userId);
    const refunds = unusedTimeRefunds(entries);
    for (const { payment: payment_id, cents: by, reference } of refunds) {
      const payment = payments.find(({ id }) => id === payment_id);
      if (payment === undefined) {
        yield* Effect.logWarning(`${-by} cents of a gift to account ${userId} ended with its plan`);
        continue;
      }
      yield* enqueueRefund(ports, repos, {
        cause: "unused-time",
        cause_reference: reference,
        payment_id: payment.id,
        amount: unusedTimeAmount(cents(-by), payment, funding),
        account_credit: cents(0),
      });
    }
    yield* repos.funding.post(userId, refunds);
    return refunds;
  });

/** Tells the provider by how many cents its customer's account credit changes. (DSC-06) */
export const changeAccountCredit = (
  repos: Repositories,
  userId: string,
  by: number,
  reference: string,
  at: Instant,
): Effect.Effect<void> =>
  Effect.gen(function* () {
    if (by === 0) return;
    const account = yield* repos.accounts.get(userId);
    // Who never was a customer of the card provider has no balance there.
    if (account?.stripe_customer_token == null)
      return yield* Effect.logWarning(`account ${userId} has no balance that ${by} cents could change`);
    const reason = "Account credit after a refund";
    const id = `credit:${reference}`;
    yield* repos.balanceAdjustments.enqueue({ id, user_id: userId, cents: cents(-by), reason }, at);
  });

/** Saves how the running plan stands after a refund; one that ended ends at its provider too. */
const saveRunning = (
  repos: Repositories,
  running: StoredSubscription,
  effects: RefundEffects,
  at: Instant,
): Effect.Effect<void> =>
  Effect.gen(function* () {
    const lots = yield* repos.credits.lots(running.user_id);
    const save = effects.has_ended ? saveEnd : saveTransition;
    yield* save(repos, running.user_id, subscriptionAfterRefund(running.subscription, lots, effects, at));
    if (effects.has_ended) yield* repos.subscriptions.enqueueTermination(running, at);
  });

/** Lists for support what can't be revoked, where that changed. */
const listUnrecovered = (
  repos: Repositories,
  userId: string,
  before: Standing,
  after: Standing,
  at: Instant,
): Effect.Effect<void> =>
  Effect.forEach(
    after.holders,
    (holder) => {
      const known = before.holders.find((each) => each.source === holder.source);
      const amount = unrecovered(holder);
      return known === undefined || unrecovered(known) === amount
        ? Effect.void
        : repos.unrecovered.put({ user_id: userId, holder: holder.source, amount, at });
    },
    { discard: true },
  );

/** Writes what a refund does: credits, items, account credit, the plan, and what is unrecovered. (CRD-09, ORD-06) */
export const saveRefundEffects = (
  ports: Pick<OrderPorts, "clock" | "ids">,
  repos: Repositories,
  userId: string,
  { before, effects, reference }: { before: Standing; effects: RefundEffects; reference: string },
): Effect.Effect<void> =>
  Effect.gen(function* () {
    const at = ports.clock.now();
    const running = yield* repos.subscriptions.current(userId);
    yield* repos.credits.post(userId, effects.credit_entries);
    yield* repos.funding.post(userId, effects.funding_entries);
    for (const item of effects.items_taken) yield* repos.collections.revokeEntitlement(userId, item, at);
    const keepsCredit = running === null || providerTraits(running.provider).takesAccountCredit;
    const refunded = keepsCredit ? [] : yield* refundUnusedTime(ports, repos, userId, effects.funding_entries);
    const change = accountCreditChange([...effects.funding_entries, ...refunded]);
    yield* changeAccountCredit(repos, userId, change, reference, at);
    if (running !== null) yield* saveRunning(repos, running, effects, at);
    yield* listUnrecovered(repos, userId, before, effects.standing, at);
  });

/** Revokes credits that came back to lots of which too few were left when they were refunded. (CRD-09, ORD-06) */
export const revokeWhatCameBack = (
  repos: Repositories,
  userId: string,
  reference: string,
  at: Instant,
): Effect.Effect<void> =>
  Effect.gen(function* () {
    const before = yield* readStanding(repos, userId);
    const { credit_entries, standing } = revokeReturned(before, reference, at);
    yield* repos.credits.post(userId, credit_entries);
    yield* listUnrecovered(repos, userId, before, standing, at);
  });
