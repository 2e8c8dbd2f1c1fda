import { type Account, type LicenceId, minimumLicence } from "@backlot/domain";
import type { Repositories } from "@backlot/ports";
import * as Effect from "effect/Effect";

/** The lowest licence that an account may buy under. (LIC-03) */
export const minimumLicenceOf = (repos: Repositories, account: Account): Effect.Effect<LicenceId> =>
  Effect.map(repos.accounts.profile(account.id), (profile) =>
    minimumLicence({ min_license_id: account.min_license_id, profile }),
  );

/** The licences that a payment method depends on: the lowest that may be bought, and the running plan's. (LIC-14) */
export const licencesOf = (
  repos: Repositories,
  account: Account,
): Effect.Effect<{ readonly minimum: LicenceId; readonly current: LicenceId | null }> =>
  Effect.gen(function* () {
    const minimum = yield* minimumLicenceOf(repos, account);
    const running = yield* repos.subscriptions.current(account.id);
    return { minimum, current: running?.subscription.terms.license_id ?? null };
  });
