import { type Account, type LicenceId, type PaymentMethod, minimumLicence, providerTraits } from "@backlot/domain";
import type { Repositories } from "@backlot/ports";
import * as Effect from "effect/Effect";

/** The lowest licence that an account may buy under. (LIC-03) */
export const minimumLicenceOf = (repos: Repositories, account: Account): Effect.Effect<LicenceId> =>
  Effect.map(repos.accounts.profile(account.id), (profile) =>
    minimumLicence({ min_license_id: account.min_license_id, profile }),
  );

/** What a payment method depends on: the lowest licence that may be bought, and the running plan's, with its biller. */
export interface PayerStanding {
  readonly minimum: LicenceId;
  readonly current: LicenceId | null;
  readonly billedBy: PaymentMethod | null;
}

/** How an account stands to ways to pay. (LIC-14, CHG-09) */
export const licencesOf = (repos: Repositories, account: Account): Effect.Effect<PayerStanding> =>
  Effect.gen(function* () {
    const minimum = yield* minimumLicenceOf(repos, account);
    const running = yield* repos.subscriptions.current(account.id);
    return {
      minimum,
      current: running?.subscription.terms.license_id ?? null,
      billedBy: running === null ? null : providerTraits(running.provider).method,
    };
  });
