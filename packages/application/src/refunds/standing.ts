import {
  ACCOUNT,
  type FundingEntry,
  type Instant,
  type RefundEffects,
  type Standing,
  accountCreditChange,
  cents,
  endSubscription,
  moneyBehind,
  revokeReturned,
  standingOf,
  unrecovered,
} from "@backlot/domain";
import type { Repositories, StoredSubscription } from "@backlot/ports";
import { providerTraits } from "@backlot/domain";
import * as Effect from "effect/Effect";
import type { OrderPorts } from "../store-ports.ts";
import { enqueueRefund } from "./enqueue-refund.ts";

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

/** Where the provider keeps no account credit, unused time is refunded; its entry says so at once. */
const refundUnusedTime = (
  ports: Pick<OrderPorts, "clock" | "ids">,
  repos: Repositories,
  userId: string,
  entries: readonly FundingEntry[],
): Effect.Effect<readonly FundingEntry[]> =>
  Effect.gen(function* () {
    const refunds: FundingEntry[] = [];
    const ended = entries.filter((entry) => entry.holder === ACCOUNT && entry.reason === "ended");
    for (const entry of ended) {
      const { payment, reference } = entry;
      // Less what the refund itself took of it beyond the end.
      const amount = accountCreditChange(entries.filter((each) => each.payment === payment));
      if (payment === null || amount <= 0) continue;
      yield* enqueueRefund(ports, repos, {
        cause: "unused-time",
        cause_reference: reference,
        payment_id: payment,
        amount: cents(amount),
        account_credit: cents(0),
      });
      refunds.push({ ...entry, cents: -amount, reason: "refund", reference: `${reference}:unused` });
    }
    yield* repos.funding.post(userId, refunds);
    return refunds;
  });

/** Tells the provider by how much its customer's balance changes. Below zero is credit there. */
const changeBalance = (
  repos: Repositories,
  userId: string,
  by: number,
  reference: string,
  at: Instant,
): Effect.Effect<void> =>
  by === 0
    ? Effect.void
    : repos.balanceAdjustments.enqueue(
        { id: `credit:${reference}`, user_id: userId, cents: cents(-by), reason: "Account credit after a refund" },
        at,
      );

/** How the running plan stands after a refund: ended, or with less money behind its time. */
const saveRunning = (
  repos: Repositories,
  running: StoredSubscription,
  before: Standing,
  effects: RefundEffects,
  at: Instant,
): Effect.Effect<void> =>
  Effect.gen(function* () {
    const { subscription, user_id } = running;
    if (effects.has_ended) {
      // Plan credits with money behind them stay, so only legacy ones lapse with the plan.
      const legacy = (yield* repos.credits.lots(user_id)).filter((lot) => lot.kind === "legacy");
      const { subscription: ended, entries } = endSubscription(subscription, legacy, at, "refunded");
      yield* repos.subscriptions.save(ended);
      yield* repos.credits.post(user_id, entries);
      yield* repos.accounts.setFreeSubscriber(user_id, true);
      yield* repos.subscriptions.enqueueTermination(running, at);
      return;
    }
    const behind = (standing: Standing) => standing.holders.find((each) => each.source === subscription.payment);
    const [was, now] = [behind(before), behind(effects.standing)];
    if (now?.kind !== "time" || was === undefined || was.removed === now.removed) return;
    yield* repos.subscriptions.save({ ...subscription, paid: moneyBehind(now.parts) });
  });

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
    for (const item of effects.items_taken) yield* repos.collections.revokeEntitlement(userId, item);
    const keepsCredit = running === null || providerTraits(running.provider).takesAccountCredit;
    const refunded = keepsCredit ? [] : yield* refundUnusedTime(ports, repos, userId, effects.funding_entries);
    const change = accountCreditChange([...effects.funding_entries, ...refunded]);
    yield* changeBalance(repos, userId, change, reference, at);
    if (running !== null) yield* saveRunning(repos, running, before, effects, at);
    for (const holder of effects.standing.holders) {
      const known = before.holders.find((each) => each.source === holder.source);
      const amount = unrecovered(holder);
      if (known !== undefined && unrecovered(known) !== amount)
        yield* repos.unrecovered.put({ user_id: userId, holder: holder.source, amount, at });
    }
  });

/** Revokes credits that came back to lots of which too few were left when they were refunded. (CRD-09, ORD-06) */
export const revokeWhatCameBack = (
  repos: Repositories,
  userId: string,
  reference: string,
  at: Instant,
): Effect.Effect<void> =>
  Effect.gen(function* () {
    const { credit_entries } = revokeReturned(yield* readStanding(repos, userId), reference, at);
    yield* repos.credits.post(userId, credit_entries);
  });
