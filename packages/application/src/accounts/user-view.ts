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
  PaymentRecovery,
  StoredProfile,
  StoredSubscription,
  SubscriptionView,
  UserView,
} from "@backlot/ports";
import { overviewOf } from "../caller.ts";
import type { StorePorts } from "../store-ports.ts";
import * as Effect from "effect/Effect";

/** A stored profile as the wire carries it. (LIC-10) */
export const profileView = (profile: StoredProfile): LicenseeProfile => ({
  ...profile,
  license_type: { id: typeOfLicence(profile.license_id) },
});

/**
 * A subscription with every field of the specification, but for the proof that its customer shows to the service of
 * failed payments. Its next payment is with its tax. (PLN-10)
 */
export const subscriptionView = (
  stored: StoredSubscription,
  offer: PlanOffer,
  next: PlanOffer | null,
  lots: readonly CreditLot[],
): Omit<SubscriptionView, "churnkey_hmac"> => {
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
  };
};

/** What an answer carries that only its account's own browser may have. */
interface OwnersAlone {
  /** The session's token; null where it is not told. */
  readonly token: string | null;
  readonly paymentRecovery: PaymentRecovery | null;
}

/** What others than the owner are told: neither a token nor a proof. */
export const FOR_OTHERS: OwnersAlone = { token: null, paymentRecovery: null };

/** The plans that the card provider bills can be recovered; a team's by who pays it. (SHL-08) */
const runningView = (
  { running, lots, account }: AccountOverview,
  recovery: PaymentRecovery | null,
): SubscriptionView | null => {
  if (running === null) return null;
  const view = subscriptionView(running.stored, running.offer, running.next_offer, lots);
  const customer = view.stripe_subscription_token === null ? null : account.stripe_customer_token;
  return { ...view, churnkey_hmac: customer === null || recovery === null ? null : recovery.proofOf(customer) };
};

/** The account's running subscription as its owner sees it, null without one. (PLN-10) */
export const currentSubscriptionView = (
  { transactions, paymentRecovery }: Pick<StorePorts, "transactions" | "paymentRecovery">,
  accountId: string,
): Effect.Effect<SubscriptionView | null> =>
  Effect.map(transactions.read.accounts.overview(accountId), (overview) =>
    overview === null ? null : runningView(overview, paymentRecovery),
  );

/** An account as its owner sees it, or others. (ACC-05) */
export const toUserView = (overview: AccountOverview, { token, paymentRecovery }: OwnersAlone): UserView => {
  const { account, profile, lots, pending_order, dispute_open } = overview;
  const { current, legacy } = balances(lots);
  return {
    ...account,
    token,
    team: { role_name: roleOf(account), licensee_profile: profile === null ? null : profileView(profile) },
    subscription: runningView(overview, paymentRecovery),
    pending_order,
    dispute_open,
    current_credit_balance: current,
    legacy_current_credit_balance: legacy,
    minimum_license_id: minimumLicence({ min_license_id: account.min_license_id, profile }),
  };
};

/** An account as its owner sees it, read now. (ACC-05) */
export const userView = (
  { transactions, paymentRecovery }: Pick<StorePorts, "transactions" | "paymentRecovery">,
  accountId: string,
  token: string | null,
): Effect.Effect<UserView> =>
  Effect.map(overviewOf(transactions.read, accountId), (overview) => {
    if (overview === null) throw new Error(`there is no account ${accountId}`);
    return toUserView(overview, { token, paymentRecovery });
  });
