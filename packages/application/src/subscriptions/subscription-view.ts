import {
  type CreditLot,
  balances,
  graceEnds,
  hasEnded,
  isCreditBased,
  licenseTypeName,
  planVariant,
  typeOfLicense,
  unspentOfPlan,
  nextPaymentAmount,
  priceAfterDiscount,
  nextPaymentDate,
  percentElapsed,
  withTax,
  type Instant,
  type PlanOffer,
  type Account,
} from "@backlot/domain";
import {
  type RunningPlan,
  PaymentRecovery,
  ReadRepositories,
  type StoredSubscription,
  type SubscriptionView,
  currentTime,
} from "@backlot/ports";
import * as Effect from "effect/Effect";

/**
 * Returns a subscription in its wire format, without `churnkey_hmac`. `next` is the plan of a scheduled downgrade, or
 * null. The next payment is in cents with tax.
 */
const subscriptionView = (
  subscriptionRecord: StoredSubscription,
  offer: PlanOffer,
  next: PlanOffer | null,
  lots: readonly CreditLot[],
  now: Instant,
): Omit<SubscriptionView, "churnkey_hmac"> => {
  const next_payment = nextPaymentAmount(subscriptionRecord.subscription);
  const later = priceAfterDiscount(subscriptionRecord.subscription);
  const { current, legacy } = balances(lots);
  const { subscription } = subscriptionRecord;
  const { license_id } = subscription.terms;
  const type = typeOfLicense(license_id);
  const isCreditBasedLegacy = isCreditBased(subscriptionRecord.legacy_kind);
  return {
    id: subscription.id,
    plan_variant: planVariant(offer, license_id),
    license: { id: license_id, type: { id: type, name: licenseTypeName(type) } },
    active: !hasEnded(subscription),
    status: subscription.status._tag === "past-due" ? "past_due" : subscription.status._tag,
    cancel_at_period_end: subscription.at_period_end._tag === "cancels",
    scheduled_plan_variant:
      next === null || subscription.at_period_end._tag !== "changes"
        ? null
        : planVariant(next, subscription.at_period_end.to.license_id),
    grace_ends: graceEnds(subscription),
    billed_by: subscriptionRecord.provider,
    next_payment_amount: next_payment === null ? null : withTax(next_payment, subscriptionRecord.tax),
    discount: subscription.discount,
    price_after_discount: later === null ? null : { price: withTax(later.price, subscriptionRecord.tax), at: later.at },
    current_credit_balance: current,
    legacy_current_credit_balance: legacy,
    plan_credits: unspentOfPlan(lots, subscription.id),
    current_period_start: subscription.period.start,
    current_period_end: subscription.period.end,
    period_elapsed: percentElapsed(subscription.period, now),
    next_payment_date: nextPaymentDate(subscription, { isCreditBasedLegacy }),
    stripe_subscription_token:
      subscriptionRecord.provider === "stripe" ? subscriptionRecord.provider_subscription_id : null,
    is_avfx_plus: subscriptionRecord.legacy_kind === "plus",
    is_credit_based_legacy: isCreditBasedLegacy,
  };
};

/** The data for the current subscription's view. */
interface SubscriptionOfAccount {
  readonly running: RunningPlan | null;
  readonly lots: readonly CreditLot[];
  readonly account: Pick<Account, "stripe_customer_token">;
}

/**
 * Returns the current subscription, or null. If Stripe bills it, `churnkey_hmac` identifies the paying customer to the
 * payment recovery service; in a team, that is the administrator.
 */
export const runningView = (
  { running, lots, account }: SubscriptionOfAccount,
  recovery: PaymentRecovery | null,
  now: Instant,
): SubscriptionView | null => {
  if (running === null) return null;
  const view = subscriptionView(running.subscriptionRecord, running.offer, running.next_offer, lots, now);
  const customer = view.stripe_subscription_token === null ? null : account.stripe_customer_token;
  return { ...view, churnkey_hmac: customer === null || recovery === null ? null : recovery.proofOf(customer) };
};

/** Returns the account's current subscription as its owner sees it, or null if there is none. */
export const currentSubscriptionView = Effect.fnUntraced(function* (accountId: string) {
  const repos = yield* ReadRepositories;
  const overview = yield* repos.overviews.get(accountId);
  return overview === null ? null : runningView(overview, yield* PaymentRecovery, yield* currentTime);
});
