import {
  type CreditLot,
  accountCreditBalance,
  carriedOver,
  balances,
  graceEnds,
  hasEnded,
  isCreditBased,
  licenseTypeName,
  minimumLicense,
  planVariant,
  typeOfLicense,
  unspentOfPlan,
  nextPaymentAmount,
  priceAfterDiscount,
  nextPaymentDate,
  percentElapsed,
  withTax,
  roleOf,
} from "@backlot/domain";
import type { Instant, LicenseeProfile, PlanOffer } from "@backlot/domain";
import {
  type AccountOverview,
  Clock,
  PaymentRecovery,
  ReadRepositories,
  type StoredProfile,
  type StoredSubscription,
  type SubscriptionView,
  type UserView,
} from "@backlot/ports";
import { overviewOf } from "../caller.ts";
import * as Effect from "effect/Effect";

/** Returns a stored licensee profile in its wire format. */
export const profileView = (profile: StoredProfile): LicenseeProfile => ({
  ...profile,
  license_type: { id: typeOfLicense(profile.license_id) },
});

/**
 * Returns a subscription in its wire format, without `churnkey_hmac`. `next` is the plan of a scheduled downgrade, or
 * null. The next payment is in cents with tax.
 */
export const subscriptionView = (
  stored: StoredSubscription,
  offer: PlanOffer,
  next: PlanOffer | null,
  lots: readonly CreditLot[],
  now: Instant,
): Omit<SubscriptionView, "churnkey_hmac"> => {
  const next_payment = nextPaymentAmount(stored.subscription);
  const later = priceAfterDiscount(stored.subscription);
  const { current, legacy } = balances(lots);
  const { subscription } = stored;
  const { license_id } = subscription.terms;
  const type = typeOfLicense(license_id);
  const isCreditBasedLegacy = isCreditBased(stored.legacy_kind);
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
    billed_by: stored.provider,
    next_payment_amount: next_payment === null ? null : withTax(next_payment, stored.tax),
    discount: subscription.discount,
    price_after_discount: later === null ? null : { price: withTax(later.price, stored.tax), at: later.at },
    current_credit_balance: current,
    legacy_current_credit_balance: legacy,
    plan_credits: unspentOfPlan(lots, subscription.id),
    current_period_start: subscription.period.start,
    current_period_end: subscription.period.end,
    period_elapsed: percentElapsed(subscription.period, now),
    next_payment_date: nextPaymentDate(subscription, { isCreditBasedLegacy }),
    stripe_subscription_token: stored.provider === "stripe" ? stored.provider_subscription_id : null,
    is_avfx_plus: stored.legacy_kind === "plus",
    is_credit_based_legacy: isCreditBasedLegacy,
  };
};

/**
 * What a user view needs for the parts that only the account's owner may see: the token, and the service that signs
 * `churnkey_hmac`.
 */
interface OwnersAlone {
  /** The session's token, or null to withhold it. */
  readonly token: string | null;
  readonly paymentRecovery: PaymentRecovery | null;
}

/** The values for anyone but the owner: no token, and no `churnkey_hmac`. */
export const FOR_OTHERS: OwnersAlone = { token: null, paymentRecovery: null };

/**
 * Returns the running subscription, or null. If Stripe bills it, `churnkey_hmac` identifies the paying customer to the
 * payment recovery service; in a team, that is the administrator.
 */
const runningView = (
  { running, lots, account }: AccountOverview,
  recovery: PaymentRecovery | null,
  now: Instant,
): SubscriptionView | null => {
  if (running === null) return null;
  const view = subscriptionView(running.stored, running.offer, running.next_offer, lots, now);
  const customer = view.stripe_subscription_token === null ? null : account.stripe_customer_token;
  return { ...view, churnkey_hmac: customer === null || recovery === null ? null : recovery.proofOf(customer) };
};

/** Returns the account's running subscription as its owner sees it, or null without one. */
export const currentSubscriptionView = (accountId: string) =>
  Effect.gen(function* () {
    const { overviews } = yield* ReadRepositories;
    const overview = yield* overviews.get(accountId);
    return overview === null ? null : runningView(overview, yield* PaymentRecovery, (yield* Clock).now());
  });

/** Returns an account in its wire format at an instant. Pass {@link FOR_OTHERS} unless its owner is the caller. */
export const toUserView = (
  overview: AccountOverview,
  { token, paymentRecovery }: OwnersAlone,
  now: Instant,
): UserView => {
  const { account, profile, lots, pending_order, dispute_open } = overview;
  const { current, legacy } = balances(lots);
  return {
    ...account,
    token,
    team: { role_name: roleOf(account), licensee_profile: profile === null ? null : profileView(profile) },
    subscription: runningView(overview, paymentRecovery, now),
    pending_order,
    dispute_open,
    current_credit_balance: current,
    legacy_current_credit_balance: legacy,
    account_credit: accountCreditBalance(overview.account_credit),
    carried_over: carriedOver(overview.carried),
    minimum_license_id: minimumLicense({ min_license_id: account.min_license_id, profile }),
  };
};

/** Returns an account as an app sees it that acts for its owner: without the providers' IDs, which only pages need. */
export const toAppsUserView = (overview: AccountOverview, token: string | null, now: Instant): UserView => {
  const view = toUserView(overview, { ...FOR_OTHERS, token }, now);
  const subscription = view.subscription === null ? null : { ...view.subscription, stripe_subscription_token: null };
  return { ...view, stripe_customer_token: null, subscription };
};

/** Reads an account and returns it as its owner sees it. `token` is the session token to include, or null. */
export const userView = (accountId: string, token: string | null) =>
  Effect.gen(function* () {
    const overview = yield* overviewOf(accountId);
    if (overview === null) throw new Error(`there is no account ${accountId}`);
    return toUserView(overview, { token, paymentRecovery: yield* PaymentRecovery }, (yield* Clock).now());
  });
