import {
  type Subscription,
  applyProviderSchedule,
  applyProviderStatus,
  billingCorrection,
  cents,
  creditUsedOf,
  endReason,
  endSubscription,
  hasEnded,
  netOfTax,
  providerTraits,
  renew,
  takesPeriod,
  upcomingAmount,
  upcomingTerms,
} from "@backlot/domain";
import type {
  Asked,
  PaymentProviderUnavailable,
  ProviderSubscription,
  Repositories,
  StoredSubscription,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import { providerOrUnavailable } from "../checkout/providers.ts";
import { openFunding } from "../refunds/open-funding.ts";
import type { OrderPorts } from "../store-ports.ts";
import { billedDiscount, billedPlan } from "./billed-plan.ts";
import { recordRenewal, refundBilledTwice } from "./record-renewal.ts";
import { invoiceKey, saveEnd, saveTransition } from "./save-transition.ts";

/** Records renewals that we don't know yet, oldest first: each grants its credits once. (CHK-07) */
const recordRenewals = (
  ports: OrderPorts,
  repos: Repositories,
  stored: StoredSubscription,
  found: ProviderSubscription,
): Effect.Effect<Subscription> =>
  Effect.gen(function* () {
    let { subscription } = stored;
    for (const invoice of found.invoices) {
      if (invoice.reason !== "renewal") continue;
      const owner = { user_id: stored.user_id, subscription_id: subscription.id };
      if (!(yield* recordRenewal(repos, owner, stored, invoice))) continue;
      // A period of a subscription that is over hands nothing over: its money goes back.
      if (!takesPeriod(subscription, invoice.period)) {
        yield* refundBilledTwice(ports, repos, stored, invoice);
        continue;
      }
      const reference = invoiceKey(invoice.id);
      const price = cents(invoice.total - invoice.tax);
      yield* openFunding(repos, stored.user_id, {
        holder: reference,
        payment: reference,
        price,
        paid: netOfTax({ amount: invoice.amount_paid, credit: creditUsedOf(invoice) }, invoice.tax, price),
        proration_credit: null,
        at: invoice.period.start,
      });
      const paid = { reference, paid: price, period: invoice.period, variant_id: invoice.plan_variant_id };
      const transition = renew(subscription, paid);
      yield* saveTransition(repos, stored.user_id, transition);
      subscription = transition.subscription;
    }
    return subscription;
  });

/** Corrects the provider where it disagrees with our records. (CHG-02, CHK-07) */
const correctProvider = (
  ports: OrderPorts,
  { provider, provider_subscription_id: reference, subscription }: StoredSubscription,
  found: ProviderSubscription,
): Effect.Effect<void, PaymentProviderUnavailable> =>
  Effect.gen(function* () {
    const correction = billingCorrection(subscription, found, providerTraits(provider));
    if (correction === null) return;
    const { billing } = yield* providerOrUnavailable(ports, provider);
    if (correction === "cancel-at-period-end") return yield* billing.cancelAtPeriodEnd(reference);
    if (correction === "cancel-now") return yield* billing.cancelNow(reference);
    const { variant_id, price } = upcomingTerms(subscription);
    const plan = yield* billedPlan(ports, variant_id, price);
    const corrected =
      correction === "schedule-plan"
        ? billing.schedulePlan(reference, plan)
        : billing.resume(reference, plan, billedDiscount(subscription.discount));
    const refused = Effect.logError(
      `${reference} bills ${found.next_invoice_amount} cents instead of ${upcomingAmount(subscription)}`,
    );
    yield* corrected.pipe(Effect.catchTag("SubscriptionEnded", () => refused));
  });

const endAtProvider = (
  ports: OrderPorts,
  repos: Repositories,
  stored: StoredSubscription,
  subscription: Subscription,
  found: ProviderSubscription,
): Effect.Effect<void> =>
  Effect.gen(function* () {
    const lots = yield* repos.credits.lots(stored.user_id);
    const reason = endReason(subscription, found.ended_unpaid);
    const at = found.ended_at ?? ports.clock.now();
    yield* saveEnd(repos, stored.user_id, endSubscription(subscription, lots, at, reason));
  });

/** Whether an upgrade by card is being paid: the provider has changed its schedule for it already. */
const isChangingThere = (repos: Repositories, { id }: Subscription): Effect.Effect<boolean> =>
  Effect.map(repos.orders.openChangesOf(id), (orders) =>
    orders.some(({ provider }) => providerTraits(provider).changesInPlace),
  );

const apply = (
  ports: OrderPorts,
  { user_id, provider_subscription_id: reference }: StoredSubscription,
  found: ProviderSubscription,
): Effect.Effect<StoredSubscription | null> =>
  ports.transactions.run((repos) =>
    Effect.gen(function* () {
      yield* repos.accounts.lock(user_id);
      const stored = yield* repos.subscriptions.byProvider(reference);
      // Another agreement bills it by now.
      if (stored === null) return null;
      const afterRenewals = yield* recordRenewals(ports, repos, stored, found);
      if (hasEnded(stored.subscription) && found.status === "ended") return stored;
      // Most events say nothing new of the schedule: whether a change is under way makes no difference to those.
      const isNews = applyProviderSchedule(afterRenewals, found, false) !== afterRenewals;
      const isChanging = isNews && (yield* isChangingThere(repos, afterRenewals));
      const scheduled = applyProviderSchedule(afterRenewals, found, isChanging);
      // What was read before another process wrote may be stale: the event of that change brings this here again.
      const subscription = applyProviderStatus(scheduled, found, ports.clock.now());
      // Most events tell what is known: a transaction that writes nothing waits for no disk.
      const isKnown = JSON.stringify(subscription) === JSON.stringify(stored.subscription);
      if (isKnown && found.status !== "ended") return stored;
      yield* repos.subscriptions.save(subscription);
      // A change that waited for its period was paid with it. (LIC-11)
      if (subscription.terms.license_id !== stored.subscription.terms.license_id)
        yield* repos.accounts.setSubscriber(stored.user_id, subscription.terms.license_id);
      if (found.status === "ended") yield* endAtProvider(ports, repos, stored, subscription, found);
      return yield* repos.subscriptions.byProvider(reference);
    }),
  );

/**
 * Brings a subscription to where the provider has it: renewals that were paid, a renewal that was refused, a
 * cancellation, the end. It reads everything and adds what is missing, so events may come twice, late, in any order, or
 * not at all. Answers the subscription as it is then, null where another agreement bills it by now. (CHK-07, CHG-08)
 */
export const syncSubscription =
  (ports: OrderPorts) =>
  (known: StoredSubscription): Asked<StoredSubscription | null> =>
    Effect.gen(function* () {
      const { provider, provider_subscription_id: reference } = known;
      const { billing } = yield* providerOrUnavailable(ports, provider);
      const found = yield* billing.retrieve(reference);
      if (found === null) return yield* ports.transactions.read.subscriptions.byProvider(reference);
      const stored = yield* apply(ports, known, found);
      if (stored !== null) yield* correctProvider(ports, stored, found);
      return stored;
    });
