import { type Account, raiseMinimumLicence } from "@backlot/domain";
import * as Effect from "effect/Effect";
import type { StorePorts } from "../store-ports.ts";

/**
 * Gives an account what was bought as a guest: its orders, items and payments. A licence that was paid for counts from
 * then on. (ORD-03, LIC-11)
 */
export const takeOverGuests =
  (ports: Pick<StorePorts, "transactions">) =>
  (account: Account, guestIds: readonly string[]): Effect.Effect<void> =>
    Effect.forEach(
      guestIds,
      (guestId) =>
        ports.transactions.run((repos) =>
          Effect.gen(function* () {
            const guest = yield* repos.accounts.lock(guestId);
            const own = yield* repos.accounts.lock(account.id);
            const licence = guest?.min_license_id ?? null;
            if (licence !== null)
              yield* repos.accounts.setMinLicence(
                account.id,
                raiseMinimumLicence(own?.min_license_id ?? null, licence),
              );
            yield* repos.guests.giveTo(guestId, account.id);
          }),
        ),
      { discard: true },
    );

/**
 * What was bought as a guest goes to whoever signs in with the browser that bought it, and to whoever has confirmed the
 * address that it was bought with. (ORD-03)
 */
export const takeOverAtSignIn =
  (ports: Pick<StorePorts, "transactions">) =>
  (account: Account, browserKey: string | null): Effect.Effect<void> =>
    Effect.gen(function* () {
      const { guests } = ports.transactions.read;
      const here = browserKey === null ? [] : yield* guests.ofKey(browserKey);
      const known = account.confirmed_at === null ? [] : yield* guests.ofEmail(account.email);
      yield* takeOverGuests(ports)(account, [...new Set([...here, ...known])]);
    });
