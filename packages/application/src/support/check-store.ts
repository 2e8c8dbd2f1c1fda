import { ZERO, cents, epochMs, instant, reversedAmount } from "@backlot/domain";
import { LATE_AFTER_MS } from "@backlot/domain/support/plan-faults";
import { JOB_LATE_AFTER_MS, eventsToCheck, storeFaults } from "@backlot/domain/support/store-faults";
import { Clock, PaymentProviders, type ProviderEvent, ReadRepositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { refusedEmails } from "./refused-emails.ts";

/** Returns the relevant events that the providers list and the store never processed. */
const missedEvents = Effect.gen(function* () {
  const read = yield* ReadRepositories;
  const providers = yield* PaymentProviders;
  const { since, before } = eventsToCheck((yield* Clock).now());
  const missed: ProviderEvent[] = [];
  for (const name of ["stripe", "paypal"] as const) {
    const provider = providers[name];
    if (provider === null) continue;
    for (const event of yield* provider.events.listEvents(since)) {
      const isDue = event.is_relevant && event.occurred_at < before;
      if (isDue && !(yield* read.webhookEvents.has(event.provider, event.event_id))) missed.push(event);
    }
  }
  return missed;
});

/** Returns the refunds that are not settled, each with what is left of its payment, in cents, and its open dispute. */
const openRefunds = Effect.gen(function* () {
  const { disputes, payments, refunds } = yield* ReadRepositories;
  return yield* Effect.forEach(yield* refunds.unsettled(), (refund) =>
    Effect.gen(function* () {
      const payment = yield* payments.get(refund.payment_id);
      const stayed = payment === null ? ZERO : cents(payment.amount - reversedAmount(payment));
      const about = yield* disputes.ofPayment(refund.payment_id);
      return { ...refund, stayed, disputed: about.some(({ status }) => status === "open") };
    }),
  );
});

/**
 * Checks what all customers share: prices, refunds, codes, background jobs, and provider events. Changes nothing. Fails
 * if a provider can't be reached.
 */
export const checkStore = Effect.gen(function* () {
  const { records, plans, packs } = yield* ReadRepositories;
  const at = (yield* Clock).now();
  const late = instant(epochMs(at) - LATE_AFTER_MS);
  const found = {
    price_list: { plans: yield* plans.all(), packs: yield* packs.prices() },
    refunds: yield* openRefunds,
    late_adjustments: yield* records.adjustmentsDueBefore(late),
    late_orders: yield* records.ordersExpiredBefore(late),
    late_jobs: yield* records.jobsDueBefore(instant(epochMs(at) - JOB_LATE_AFTER_MS)),
    failing_jobs: yield* records.jobsFailingSince(instant(epochMs(at) - JOB_LATE_AFTER_MS)),
    refused_emails: yield* refusedEmails,
    overused_codes: yield* records.overusedCodes(),
    missed_events: yield* missedEvents,
  };
  return { faults: storeFaults(found, at) };
});
