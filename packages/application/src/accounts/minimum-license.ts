import { type Account, minimumLicense, providerTraits } from "@backlot/domain";
import { ReadRepositories } from "@backlot/ports";
import * as Effect from "effect/Effect";

/** Returns the lowest license an account may buy under. */
export const minimumLicenseOf = (account: Account) =>
  Effect.gen(function* () {
    const { accounts } = yield* ReadRepositories;
    const profile = yield* accounts.profile(account.id);
    return minimumLicense({ min_license_id: account.min_license_id, profile });
  });

/**
 * Returns what the payment method rules depend on: the account's minimum license, and the running plan's license and
 * payment method (null without a plan).
 */
export const licensesOf = (account: Account) =>
  Effect.gen(function* () {
    const repos = yield* ReadRepositories;
    const minimum = yield* minimumLicenseOf(account);
    const running = yield* repos.subscriptions.current(account.id);
    return {
      minimum,
      current: running?.subscription.terms.license_id ?? null,
      billedBy: running === null ? null : providerTraits(running.provider).method,
    };
  });
