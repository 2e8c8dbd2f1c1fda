import {
  type CreditLot,
  balances,
  graceEnds,
  hasEnded,
  isCreditBased,
  licenceTypeName,
  minimumLicence,
  planVariant,
  typeOfLicence,
  nextPaymentAmount,
  nextPaymentDate,
  withTax,
  roleOf,
} from "@backlot/domain";
import type { LicenseeProfile, PlanOffer } from "@backlot/domain";
import type {
  AccountOverview,
  Repositories,
  StoredProfile,
  StoredSubscription,
  SubscriptionView,
  UserView,
} from "@backlot/ports";
import { overviewOf } from "../caller.ts";
import * as Effect from "effect/Effect";

/** A stored profile as the wire carries it. (LIC-10) */
export const profileView = (profile: StoredProfile): LicenseeProfile => ({
  ...profile,
  license_type: { id: typeOfLicence(profile.license_id) },
});

/** A subscription with every field of the specification. Its next payment is with its tax. (PLN-10) */
export const subscriptionView = (
  stored: StoredSubscription,
  offer: PlanOffer,
  next: PlanOffer | null,
  lots: readonly CreditLot[],
): SubscriptionView => {
  const next_payment = nextPaymentAmount(stored.subscription);
  const { current, legacy } = balances(lots);
  const { subscription } = stored;
  const { license_id } = subscription.terms;
  const type = typeOfLicence(license_id);
  const isCreditBasedLegacy = isCreditBased(stored.legacy_kind);
  return {
    id: subscription.id,
    plan_variant: planVariant(offer, license_id),
    license: { id: license_id, type: { id: type, name: licenceTypeName(type) } },
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
    current_credit_balance: current,
    legacy_current_credit_balance: legacy,
    current_period_end: subscription.period.end,
    next_payment_date: nextPaymentDate(subscription, { isCreditBasedLegacy }),
    stripe_subscription_token: stored.provider === "stripe" ? stored.provider_subscription_id : null,
    is_avfx_plus: stored.legacy_kind === "plus",
    is_credit_based_legacy: isCreditBasedLegacy,
    churnkey_hmac: null,
  };
};

const runningView = ({ running, lots }: Pick<AccountOverview, "running" | "lots">): SubscriptionView | null =>
  running === null ? null : subscriptionView(running.stored, running.offer, running.next_offer, lots);

/** The account's running subscription, null without one. (PLN-10) */
export const currentSubscriptionView = (
  repositories: Repositories,
  accountId: string,
): Effect.Effect<SubscriptionView | null> =>
  Effect.map(repositories.accounts.overview(accountId), (overview) =>
    overview === null ? null : runningView(overview),
  );

/** An account as its owner sees it. (ACC-05) */
export const toUserView = (overview: AccountOverview, token: string | null): UserView => {
  const { account, profile, lots, pending_order, dispute_open } = overview;
  const { current, legacy } = balances(lots);
  return {
    ...account,
    token,
    team: { role_name: roleOf(account), licensee_profile: profile === null ? null : profileView(profile) },
    subscription: runningView(overview),
    pending_order,
    dispute_open,
    current_credit_balance: current,
    legacy_current_credit_balance: legacy,
    minimum_license_id: minimumLicence({ min_license_id: account.min_license_id, profile }),
  };
};

/** The same, read now. (ACC-05) */
export const userView = (
  repositories: Repositories,
  accountId: string,
  token: string | null,
): Effect.Effect<UserView> =>
  Effect.map(overviewOf(repositories, accountId), (overview) => {
    if (overview === null) throw new Error(`there is no account ${accountId}`);
    return toUserView(overview, token);
  });
