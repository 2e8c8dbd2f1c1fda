import {
  cancelAtPeriodEnd,
  cents,
  endSubscription,
  hasEnded,
  clearScheduledChange,
  upcomingTerms,
  markPastDue,
  clearPastDue,
  renew,
  type Subscription,
} from "@backlot/domain";
import type {
  PaymentProviderDown,
  PlanReference,
  ProviderPlan,
  Repositories,
  StoredSubscription,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { StorePorts } from "../store-ports.ts";
import { billerOf } from "../wallet/wallet-of.ts";
import { billedPlan } from "./billed-plan.ts";
import { invoiceReference, keepStep } from "./keep-step.ts";
import type { NotedEvent } from "./settle.ts";

/** Renewals that the books don't hold yet, oldest first: each is recorded and grants its credits once. (CHK-07) */
const keepRenewals = (
  repositories: Repositories,
  stored: StoredSubscription,
  plan: ProviderPlan,
): Effect.Effect<Subscription> =>
  Effect.gen(function* () {
    let { life } = stored;
    for (const invoice of plan.invoices) {
      if (invoice.reason !== "renewal") continue;
      const reference = invoiceReference(invoice.id);
      const fresh = yield* repositories.payments.record({
        id: reference,
        user_id: stored.user_id,
        order_id: null,
        subscription_id: life.id,
        provider: stored.provider,
        reason: "renewal",
        provider_reference: invoice.payment_id,
        amount: invoice.amount_paid,
        refunded: cents(0),
        at: invoice.paid_at,
      });
      if (!fresh) continue;
      if (hasEnded(life) || invoice.period.start < life.period.start) {
        yield* Effect.logError(
          `invoice ${invoice.id} was paid for a period of subscription ${life.id} that is over: refund it`,
        );
      }
      const step = renew(life, {
        reference,
        paid: invoice.total,
        period: invoice.period,
        variant_id: invoice.plan_variant_id,
      });
      yield* keepStep(repositories, stored.user_id, step);
      life = step.subscription;
    }
    return life;
  });

/** What waits for the end of the period is the provider's to say: people may have changed it there. */
const mirrored = (life: Subscription, plan: ProviderPlan, changing: boolean): Subscription => {
  // An upgrade that is being paid has taken the schedule away, and puts it back where it fails.
  if (changing) return life;
  if (plan.cancels_at_period_end) return life.at_period_end._tag === "cancels" ? life : cancelAtPeriodEnd(life);
  const stale =
    life.at_period_end._tag === "cancels" || (life.at_period_end._tag === "changes" && plan.has_schedule === false);
  return stale ? clearScheduledChange(life) : life;
};

/**
 * What a provider bills against the store's word is put right there: a plan that has ended here, or a price that a change or
 * its undoing left behind when it was cut short. (CHG-02, CHK-07)
 */
const putRight = (
  ports: Pick<StorePorts, "payments" | "wallet" | "transactions">,
  { provider, provider_subscription_id: reference, life }: StoredSubscription,
  plan: ProviderPlan,
): Effect.Effect<void, PaymentProviderDown> =>
  Effect.gen(function* () {
    if (!plan.bills) return;
    const biller = yield* billerOf(ports, provider);
    if (hasEnded(life)) return yield* biller.endPlan(reference);
    const next = upcomingTerms(life);
    if (plan.next_amount === null || plan.next_amount === next.price || life.at_period_end._tag === "cancels") return;
    const billed = yield* billedPlan(ports, next.variant_id, next.price);
    const refused = Effect.logError(
      `${reference} bills ${plan.next_amount} cents instead of ${next.price}, and takes no other price`,
    );
    yield* biller.changeAtPeriodEnd(reference, billed).pipe(Effect.catchTag("PlanOver", () => refused));
  });

/**
 * Brings a subscription to where the provider has it: renewals that were paid, a renewal that was refused, a cancellation,
 * the end. It reads everything and adds what is missing, so events may come twice, late, in any order, or not at all.
 * Answers the subscription as it is then, null where the store knows none. (CHK-07, CHG-08)
 */
export const followPlan =
  (ports: Pick<StorePorts, "clock" | "payments" | "wallet" | "transactions">) =>
  (
    { provider, provider_subscription_id: reference }: PlanReference,
    event?: NotedEvent,
  ): Effect.Effect<StoredSubscription | null, PaymentProviderDown> =>
    Effect.gen(function* () {
      const plan = yield* (yield* billerOf(ports, provider)).plan(reference);
      const followed = yield* ports.transactions.run((repositories) =>
        Effect.gen(function* () {
          if (event !== undefined)
            yield* repositories.webhookEvents.record(provider, event.event_id, event.type, ports.clock.now());
          const known = yield* repositories.subscriptions.byProvider(reference);
          if (known === null || plan === null) return known;
          yield* repositories.accounts.lock(known.user_id);
          const stored = (yield* repositories.subscriptions.byProvider(reference)) ?? known;
          if (hasEnded(stored.life) && plan.status === "ended") {
            yield* keepRenewals(repositories, stored, plan);
            return stored;
          }
          const changing = (yield* repositories.orders.pendingOf(stored.user_id))?.kind === "change";
          let life = mirrored(yield* keepRenewals(repositories, stored, plan), plan, changing);
          // What was read before another process wrote may be stale: the event of that change brings this here again.
          if (plan.status === "past-due") life = markPastDue(life, plan.failed_at ?? ports.clock.now());
          if (plan.status === "active") life = clearPastDue(life);
          yield* repositories.subscriptions.save(life);
          if (plan.status === "ended") {
            const lots = yield* repositories.credits.lots(stored.user_id);
            const reason = plan.ended_unpaid || life.status._tag === "past-due" ? "unpaid" : "cancelled";
            yield* keepStep(
              repositories,
              stored.user_id,
              endSubscription(life, lots, plan.ended_at ?? ports.clock.now(), reason),
            );
            yield* repositories.accounts.setFreeSubscriber(stored.user_id, true);
          }
          return yield* repositories.subscriptions.byProvider(reference);
        }),
      );
      if (followed !== null && plan !== null) yield* putRight(ports, followed, plan);
      return followed;
    });
