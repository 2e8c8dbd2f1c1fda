import { type Account, type CreditLot, balances, licenceTypeName, minimumLicence, planVariant, typeOfLicence } from "@backlot/domain";
import type { LicenseeProfile, PlanOffer } from "@backlot/domain";
import type { Repositories, StoredProfile, StoredSubscription, SubscriptionView, UserView } from "@backlot/ports";
import * as Effect from "effect/Effect";

/** A stored profile as the wire carries it. (LIC-10) */
export const profileView = (profile: StoredProfile): LicenseeProfile => ({
  ...profile,
  license_type: { id: typeOfLicence(profile.license_id) },
});

/** A subscription with every field of the specification. (PLN-10) */
export const subscriptionView = (stored: StoredSubscription, offer: PlanOffer, lots: readonly CreditLot[]): SubscriptionView => {
  const { current, legacy } = balances(lots);
  const type = typeOfLicence(stored.license_id);
  return {
    id: stored.id,
    plan_variant: planVariant(offer, stored.license_id),
    license: { id: stored.license_id, type: { id: type, name: licenceTypeName(type) } },
    active: stored.status !== "ended",
    status: stored.status,
    current_credit_balance: current,
    legacy_current_credit_balance: legacy,
    next_payment_date: stored.legacy_kind === "credit-based" ? null : stored.period_end,
    stripe_subscription_token: stored.provider === "stripe" ? stored.provider_subscription_id : null,
    is_avfx_plus: stored.legacy_kind === "plus",
    is_credit_based_legacy: stored.legacy_kind === "credit-based",
    churnkey_hmac: null,
  };
};

/** The account's running subscription, null without one. (PLN-10) */
export const currentSubscriptionView = (repositories: Repositories, accountId: string): Effect.Effect<SubscriptionView | null> =>
  Effect.gen(function* () {
    const stored = yield* repositories.subscriptions.current(accountId);
    if (stored === null) return null;
    const offer = yield* repositories.plans.get(stored.plan_variant_id);
    if (offer === null) throw new Error(`subscription ${stored.id} is of plan ${stored.plan_variant_id}, which is gone`);
    return subscriptionView(stored, offer, yield* repositories.credits.lots(accountId));
  });

/** The account as its owner sees it. (ACC-05) */
export const userView = (repositories: Repositories, account: Account, token: string | null): Effect.Effect<UserView> =>
  Effect.gen(function* () {
    const profile = yield* repositories.accounts.profile(account.id);
    const { current, legacy } = balances(yield* repositories.credits.lots(account.id));
    return {
      ...account,
      token,
      team: { role_name: "Admin", licensee_profile: profile === null ? null : profileView(profile) },
      subscription: yield* currentSubscriptionView(repositories, account.id),
      current_credit_balance: current,
      legacy_current_credit_balance: legacy,
      minimum_license_id: minimumLicence({ min_license_id: account.min_license_id, profile }),
    };
  });
