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
  type PaymentProviderUnavailable,
  type ProviderSubscription,
  ReadRepositories,
  Repositories,
  type StoredSubscription,
  transactional,
  currentTime,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import { enqueueMail } from "../enqueue-mail.ts";
import { tryAccountLease } from "../account-lease.ts";
import { providerOrUnavailable } from "../providers.ts";
import type { UseCaseSteps } from "../store-services.ts";
import { billedDiscount, billedPlan } from "./billed-plan.ts";
import { fundRenewal, recordRenewal, refundBilledTwice } from "./record-renewal.ts";
import { invoiceKey, saveEnd, saveTransition } from "./save-transition.ts";

/**
 * Records renewals that we don't know yet, oldest first. Each grants its credits once. Returns the subscription after
 * them.
 */
const recordRenewals = Effect.fnUntraced(function* (
  subscriptionRecord: StoredSubscription,
  providerSubscription: ProviderSubscription,
) {
  let { subscription } = subscriptionRecord;
  for (const invoice of providerSubscription.invoices) {
    if (invoice.reason !== "renewal") continue;
    const owner = { user_id: subscriptionRecord.user_id, subscription_id: subscription.id };
    const upcoming = upcomingTerms(subscription);
    // The provider may have billed the current plan even though another one is scheduled.
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
      charge: isKept ? withTax(promised.price, subscriptionRecord.tax) : null,
    };
    if (!(yield* recordRenewal(owner, subscriptionRecord, invoice, period))) continue;
    // A period of an ended subscription has nothing to fulfill, so refund it.
    if (!isKept) {
      yield* refundBilledTwice(subscriptionRecord, invoice);
      continue;
    }
    yield* fundRenewal(subscriptionRecord.user_id, invoice, promised, subscriptionRecord.tax);
    const transition = renew(subscription, promised.payment);
    yield* saveTransition(subscriptionRecord.user_id, transition);
    subscription = transition.subscription;
  }
  return subscription;
});

/**
 * Returns whether an upgrade by card is awaiting payment. The card provider has already changed the subscription's
 * schedule for it.
 */
const isChangingThere = Effect.fnUntraced(function* ({ id }: Subscription) {
  const repos = yield* ReadRepositories;
  const changes = yield* repos.orders.openChangesOf(id);
  return changes.some(({ provider }) => payerOf(provider).plans.changeInPlace);
});

/** Corrects the provider's next invoice. */
const correctNextInvoice = Effect.fnUntraced(function* (
  { provider, provider_subscription_id: reference, subscription }: StoredSubscription,
  correction: "schedule-plan" | "resume-plan",
  providerSubscription: ProviderSubscription,
) {
  const { billing } = yield* providerOrUnavailable(provider);
  const { variant_id, price } = upcomingTerms(subscription);
  const plan = yield* billedPlan(variant_id, price);
  const corrected =
    correction === "schedule-plan"
      ? billing.schedulePlan(reference, plan)
      : billing.resume(reference, plan, billedDiscount(subscription.discount));
  const refused = Effect.logError(
    `${reference} bills ${providerSubscription.next_invoice_amount} cents instead of ${upcomingAmount(subscription)}`,
  );
  yield* corrected.pipe(Effect.catchTag("SubscriptionEnded", () => refused));
});

/**
 * Corrects the next invoice of a provider that changes plans in place. Such a change is made at the provider before it
 * is recorded here, so check again under the account's lease. If another process has the lease, its own sync corrects
 * the provider.
 */
const correctInPlace = ({ user_id, provider, provider_subscription_id: reference }: StoredSubscription) =>
  tryAccountLease(user_id)(
    Effect.gen(function* () {
      const repos = yield* ReadRepositories;
      const { billing } = yield* providerOrUnavailable(provider);
      const providerSubscription = yield* billing.retrieve(reference);
      const subscriptionRecord = yield* repos.subscriptions.byProvider(reference);
      if (
        providerSubscription === null ||
        subscriptionRecord === null ||
        (yield* isChangingThere(subscriptionRecord.subscription))
      )
        return;
      const correction = billingCorrection(subscriptionRecord.subscription, providerSubscription, payerOf(provider));
      if (correction === "schedule-plan" || correction === "resume-plan")
        yield* correctNextInvoice(subscriptionRecord, correction, providerSubscription);
    }),
  );

/** Corrects the provider if it disagrees with our records. */
const correctProvider = Effect.fnUntraced(function* (
  subscriptionRecord: StoredSubscription,
  providerSubscription: ProviderSubscription,
) {
  const { provider, provider_subscription_id: reference, subscription } = subscriptionRecord;
  const correction = billingCorrection(subscription, providerSubscription, payerOf(provider));
  if (correction === null) return;
  const { billing } = yield* providerOrUnavailable(provider);
  if (correction === "cancel-at-period-end") return yield* billing.cancelAtPeriodEnd(reference);
  if (correction === "cancel-now") return yield* billing.cancelNow(reference);
  if (payerOf(provider).plans.changeInPlace) yield* correctInPlace(subscriptionRecord);
  else yield* correctNextInvoice(subscriptionRecord, correction, providerSubscription);
});

const endAtProvider = Effect.fnUntraced(function* (
  subscriptionRecord: StoredSubscription,
  subscription: Subscription,
  providerSubscription: ProviderSubscription,
) {
  const repos = yield* Repositories;
  const lots = yield* repos.credits.lots(subscriptionRecord.user_id);
  const reason = endReason(subscription, providerSubscription.ended_unpaid);
  const at = providerSubscription.ended_at ?? (yield* currentTime);
  yield* saveEnd(subscriptionRecord.user_id, endSubscription(subscription, lots, at, reason));
});

/** Emails the owner about a renewal that failed, or a cancellation made at the provider. */
const tellOwner = Effect.fnUntraced(function* (
  before: Subscription,
  after: Subscription,
  providerSubscription: ProviderSubscription,
) {
  const { status, at_period_end } = after;
  if (status._tag === "past-due" && before.status._tag === "active") {
    const kind = providerSubscription.failed_unconfirmed ? "renewal-needs-confirmation" : "renewal-failed";
    yield* enqueueMail(kind, `${after.id} ${status.since}`);
  }
  const isCanceled = at_period_end._tag === "cancels" && before.at_period_end._tag !== "cancels";
  if (isCanceled && providerSubscription.status !== "ended")
    yield* enqueueMail("plan-canceled", after.id, { repeats: true });
});

const apply = Effect.fnUntraced(function* (
  { user_id, provider_subscription_id: reference }: StoredSubscription,
  providerSubscription: ProviderSubscription,
) {
  const repos = yield* Repositories;
  yield* repos.accounts.lock(user_id);
  const subscriptionRecord = yield* repos.subscriptions.byProvider(reference);
  // Another agreement now bills the subscription.
  if (subscriptionRecord === null) return null;
  const afterRenewals = yield* recordRenewals(subscriptionRecord, providerSubscription);
  if (hasEnded(subscriptionRecord.subscription) && providerSubscription.status === "ended") return subscriptionRecord;
  // Look up a pending upgrade only if the provider's schedule has changed, because it doesn't matter otherwise.
  const isNews = applyProviderSchedule(afterRenewals, providerSubscription, false) !== afterRenewals;
  const isChanging = isNews && (yield* isChangingThere(afterRenewals));
  const scheduled = applyProviderSchedule(afterRenewals, providerSubscription, isChanging);
  // This read may be older than another process's write. That write's event will trigger another sync.
  const subscription = applyProviderStatus(scheduled, providerSubscription, yield* currentTime);
  // Don't write if nothing is new, as for most events, because a transaction without writes doesn't wait for the disk.
  const isKnown = JSON.stringify(subscription) === JSON.stringify(subscriptionRecord.subscription);
  if (isKnown && providerSubscription.status !== "ended") return subscriptionRecord;
  yield* repos.subscriptions.save(subscription);
  yield* tellOwner(subscriptionRecord.subscription, subscription, providerSubscription);
  // A scheduled change took effect and was paid for with its period. (LIC-11)
  if (subscription.terms.license_id !== subscriptionRecord.subscription.terms.license_id)
    yield* repos.accounts.setSubscriber(subscriptionRecord.user_id, subscription.terms.license_id);
  if (providerSubscription.status === "ended")
    yield* endAtProvider(subscriptionRecord, subscription, providerSubscription);
  return yield* repos.subscriptions.byProvider(reference);
}, transactional);

/**
 * Syncs a subscription with its provider: paid and declined renewals, cancellation, and end. It reads everything and
 * adds what is missing, so events may arrive twice, late, in any order, or never. Returns the subscription, or null if
 * another agreement now bills it. (CHK-07)
 */
export const syncSubscription = Effect.fn("subscriptions.sync")(function* (
  subscriptionRecord: StoredSubscription,
): UseCaseSteps<StoredSubscription | null, PaymentProviderUnavailable> {
  const repos = yield* ReadRepositories;
  const { provider, provider_subscription_id: reference } = subscriptionRecord;
  const { billing } = yield* providerOrUnavailable(provider);
  const providerSubscription = yield* billing.retrieve(reference);
  if (providerSubscription === null) return yield* repos.subscriptions.byProvider(reference);
  const freshRecord = yield* apply(subscriptionRecord, providerSubscription);
  if (freshRecord !== null) yield* correctProvider(freshRecord, providerSubscription);
  return freshRecord;
});
