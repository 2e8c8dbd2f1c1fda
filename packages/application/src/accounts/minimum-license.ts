import { type Account, minimumLicense } from "@backlot/domain";
import { ReadRepositories } from "@backlot/ports";
import * as Effect from "effect/Effect";

/** Returns the lowest license that an account can buy under. */
export const minimumLicenseOf = Effect.fnUntraced(function* (account: Account) {
  const repos = yield* ReadRepositories;
  const profile = yield* repos.accounts.profile(account.id);
  return minimumLicense({ min_license_id: account.min_license_id, profile });
});

/**
 * Returns the facts that the rules about payers depend on: the account's minimum license, and the current plan's
 * license and kind of legacy plan (null if there is none).
 */
export const licensesOf = Effect.fnUntraced(function* (account: Account) {
  const repos = yield* ReadRepositories;
  const minimum = yield* minimumLicenseOf(account);
  const running = yield* repos.subscriptions.current(account.id);
  return {
    minimum,
    current: running?.subscription.terms.license_id ?? null,
    legacy_kind: running?.legacy_kind ?? null,
  };
});
