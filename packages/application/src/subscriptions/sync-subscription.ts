import {
  type Subscription,
  applyProviderSchedule,
  applyProviderStatus,
  billingCorrection,
  cents,
  endReason,
  endSubscription,
  hasEnded,
  payerOf,
  renew,
  takesPeriod,
  upcomingAmount,
  upcomingTerms,
  withTax,
} from "@backlot/domain";
import { discountOfPeriod, promisedPeriod } from "@backlot/domain/subscriptions/promised-period";
import {
  Clock,
  type PaymentProviderUnavailable,
  type ProviderSubscription,
  ReadRepositories,
  Repositories,
  type StoredSubscription,
  transactional,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import { enqueueMail } from "../enqueue-mail.ts";
import { tryAccountLease } from "../account-lease.ts";
import { providerOrUnavailable } from "../providers.ts";
import type { UseCase } from "../store-services.ts";
import { billedDiscount, billedPlan } from "./billed-plan.ts";
import { fundRenewal, recordRenewal, refundBilledTwice } from "./record-renewal.ts";
import { invoiceKey, saveEnd, saveTransition } from "./save-transition.ts";

/**
 * Records renewals that we don't know yet, oldest first. Each grants its credits once. Returns the subscription after
 * them.
 */
const recordRenewals = (stored: StoredSubscription, found: ProviderSubscription) =>
  Effect.gen(function* () {
    let { subscription } = stored;
    for (const invoice of found.invoices) {
      if (invoice.reason !== "renewal") continue;
      const owner = { user_id: stored.user_id, subscription_id: subscription.id };
      const upcoming = upcomingTerms(subscription);
      // The provider may have billed the running plan although another one is scheduled.
      const isRunning =
        invoice.plan_variant_id === subscription.terms.variant_id && upcoming.variant_id !== invoice.plan_variant_id;
      const isKept = takesPeriod(subscription, invoice.period);
      const reference = invoiceKey(invoice.id);
      const paid = cents(invoice.total - invoice.tax);
      const billed = { reference, paid, period: invoice.period, variant_id: invoice.plan_variant_id };
      const promised = promisedPeriod(subscription, billed);
      const period = {
        terms: isRunning ? subscription.terms : upcoming,
        isKept,
        discounted: isKept ? discountOfPeriod(subscription, billed) : null,
        charge: isKept ? withTax(promised.price, stored.tax) : null,
      };
      if (!(yield* recordRenewal(owner, stored, invoice, period))) continue;
      // A period of an ended subscription fulfills nothing: refund it.
      if (!isKept) {
        yield* refundBilledTwice(stored, invoice);
        continue;
      }
      yield* fundRenewal(stored.user_id, invoice, promised, stored.tax);
      const transition = renew(subscription, promised.payment);
      yield* saveTransition(stored.user_id, transition);
      subscription = transition.subscription;
    }
    return subscription;
  });

/**
 * Returns whether an upgrade by card awaits its payment. The card provider has already changed the subscription's
 * schedule for it.
 */
const isChangingThere = ({ id }: Subscription) =>
  Effect.gen(function* () {
    const { orders } = yield* ReadRepositories;
    const changes = yield* orders.openChangesOf(id);
    return changes.some(({ provider }) => payerOf(provider).plans.changeInPlace);
  });

/** Corrects what the provider bills next. */
const correctNextInvoice = (
  { provider, provider_subscription_id: reference, subscription }: StoredSubscription,
  correction: "schedule-plan" | "resume-plan",
  found: ProviderSubscription,
) =>
  Effect.gen(function* () {
    const { billing } = yield* providerOrUnavailable(provider);
    const { variant_id, price } = upcomingTerms(subscription);
    const plan = yield* billedPlan(variant_id, price);
    const corrected =
      correction === "schedule-plan"
        ? billing.schedulePlan(reference, plan)
        : billing.resume(reference, plan, billedDiscount(subscription.discount));
    const refused = Effect.logError(
      `${reference} bills ${found.next_invoice_amount} cents instead of ${upcomingAmount(subscription)}`,
    );
    yield* corrected.pipe(Effect.catchTag("SubscriptionEnded", () => refused));
  });

/**
 * Corrects what a provider that changes plans in place bills next. Such a change is made there before it is recorded
 * here, so look again under the account's lease; if another process has the lease, its own sync corrects the provider.
 */
const correctInPlace = ({ user_id, provider, provider_subscription_id: reference }: StoredSubscription) =>
  tryAccountLease(user_id)(
    Effect.gen(function* () {
      const read = yield* ReadRepositories;
      const { billing } = yield* providerOrUnavailable(provider);
      const found = yield* billing.retrieve(reference);
      const stored = yield* read.subscriptions.byProvider(reference);
      if (found === null || stored === null || (yield* isChangingThere(stored.subscription))) return;
      const correction = billingCorrection(stored.subscription, found, payerOf(provider));
      if (correction === "schedule-plan" || correction === "resume-plan")
        yield* correctNextInvoice(stored, correction, found);
    }),
  );

/** Corrects the provider if it disagrees with our records. */
const correctProvider = (stored: StoredSubscription, found: ProviderSubscription) =>
  Effect.gen(function* () {
    const { provider, provider_subscription_id: reference, subscription } = stored;
    const correction = billingCorrection(subscription, found, payerOf(provider));
    if (correction === null) return;
    const { billing } = yield* providerOrUnavailable(provider);
    if (correction === "cancel-at-period-end") return yield* billing.cancelAtPeriodEnd(reference);
    if (correction === "cancel-now") return yield* billing.cancelNow(reference);
    if (payerOf(provider).plans.changeInPlace) yield* correctInPlace(stored);
    else yield* correctNextInvoice(stored, correction, found);
  });

const endAtProvider = (stored: StoredSubscription, subscription: Subscription, found: ProviderSubscription) =>
  Effect.gen(function* () {
    const repos = yield* Repositories;
    const clock = yield* Clock;
    const lots = yield* repos.credits.lots(stored.user_id);
    const reason = endReason(subscription, found.ended_unpaid);
    const at = found.ended_at ?? clock.now();
    yield* saveEnd(stored.user_id, endSubscription(subscription, lots, at, reason));
  });

/** Emails the owner about a renewal that failed, or a cancellation that was made at the provider. */
const tellOwner = (before: Subscription, after: Subscription, found: ProviderSubscription) =>
  Effect.gen(function* () {
    const { status, at_period_end } = after;
    if (status._tag === "past-due" && before.status._tag === "active") {
      const kind = found.failed_unconfirmed ? "renewal-needs-confirmation" : "renewal-failed";
      yield* enqueueMail(kind, `${after.id} ${status.since}`);
    }
    const isCanceled = at_period_end._tag === "cancels" && before.at_period_end._tag !== "cancels";
    if (isCanceled && found.status !== "ended") yield* enqueueMail("plan-canceled", after.id, { repeats: true });
  });

const apply = ({ user_id, provider_subscription_id: reference }: StoredSubscription, found: ProviderSubscription) =>
  Effect.gen(function* () {
    const clock = yield* Clock;
    const repos = yield* Repositories;
    yield* repos.accounts.lock(user_id);
    const stored = yield* repos.subscriptions.byProvider(reference);
    // Another agreement bills it now.
    if (stored === null) return null;
    const afterRenewals = yield* recordRenewals(stored, found);
    if (hasEnded(stored.subscription) && found.status === "ended") return stored;
    // Look up a pending upgrade only if the provider's schedule has changed, because it doesn't matter otherwise.
    const isNews = applyProviderSchedule(afterRenewals, found, false) !== afterRenewals;
    const isChanging = isNews && (yield* isChangingThere(afterRenewals));
    const scheduled = applyProviderSchedule(afterRenewals, found, isChanging);
    // This read may be older than another process's write. The event of that write syncs again.
    const subscription = applyProviderStatus(scheduled, found, clock.now());
    // Don't write if nothing is new, as for most events: a transaction without writes doesn't wait for the disk.
    const isKnown = JSON.stringify(subscription) === JSON.stringify(stored.subscription);
    if (isKnown && found.status !== "ended") return stored;
    yield* repos.subscriptions.save(subscription);
    yield* tellOwner(stored.subscription, subscription, found);
    // A scheduled change took effect and was paid with its period. (LIC-11)
    if (subscription.terms.license_id !== stored.subscription.terms.license_id)
      yield* repos.accounts.setSubscriber(stored.user_id, subscription.terms.license_id);
    if (found.status === "ended") yield* endAtProvider(stored, subscription, found);
    return yield* repos.subscriptions.byProvider(reference);
  }).pipe(transactional);

/**
 * Syncs a subscription with its provider: paid and declined renewals, cancellation, and end. It reads everything and
 * adds what is missing, so events may arrive twice, late, in any order, or never. Returns the subscription, or null if
 * another agreement bills it now. (CHK-07)
 */
export const syncSubscription = (
  known: StoredSubscription,
): UseCase<StoredSubscription | null, PaymentProviderUnavailable> =>
  Effect.gen(function* () {
    const read = yield* ReadRepositories;
    const { provider, provider_subscription_id: reference } = known;
    const { billing } = yield* providerOrUnavailable(provider);
    const found = yield* billing.retrieve(reference);
    if (found === null) return yield* read.subscriptions.byProvider(reference);
    const stored = yield* apply(known, found);
    if (stored !== null) yield* correctProvider(stored, found);
    return stored;
  });
