import { profileView } from "../accounts/profile-view.ts";
import { runningView } from "../subscriptions/subscription-view.ts";
import { accountCreditBalance, carriedOver, balances, minimumLicense, roleOf, type Instant } from "@backlot/domain";
import { type AccountOverview, OWNERS_FIELDS, PaymentRecovery, type UserView, currentTime } from "@backlot/ports";
import { overviewOf } from "../caller.ts";
import * as Effect from "effect/Effect";
import * as Struct from "effect/Struct";

/**
 * The data for the parts of a user view that only the account's owner can see: the token, and the service that signs
 * `churnkey_hmac`.
 */
interface OwnersAlone {
  /** The session's token, or null to withhold it. */
  readonly token: string | null;
  readonly paymentRecovery: PaymentRecovery | null;
}

/** The values for anyone but the owner: no token, and no `churnkey_hmac`. */
export const FOR_OTHERS: OwnersAlone = { token: null, paymentRecovery: null };

/** Returns an account in its wire format at an instant. Pass {@link FOR_OTHERS} unless its owner is the caller. */
export const toUserView = (
  overview: AccountOverview,
  { token, paymentRecovery }: OwnersAlone,
  now: Instant,
): UserView => {
  const { account, profile, lots, pending_order, dispute_open } = overview;
  const { current, legacy } = balances(lots);
  return {
    ...Struct.pick(account, OWNERS_FIELDS),
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

/**
 * Returns an account as seen by an app that acts for its owner: without the providers' IDs, because only pages need
 * them.
 */
export const toAppsUserView = (overview: AccountOverview, token: string | null, now: Instant): UserView => {
  const view = toUserView(overview, { ...FOR_OTHERS, token }, now);
  const subscription = view.subscription === null ? null : { ...view.subscription, stripe_subscription_token: null };
  return { ...view, stripe_customer_token: null, subscription };
};

/** Reads an account and returns it as its owner sees it. `token` is the session token to include, or null. */
export const userView = Effect.fnUntraced(function* (accountId: string, token: string | null) {
  const overview = yield* overviewOf(accountId);
  if (overview === null) throw new Error(`there is no account ${accountId}`);
  return toUserView(overview, { token, paymentRecovery: yield* PaymentRecovery }, yield* currentTime);
});
