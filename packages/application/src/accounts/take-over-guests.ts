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

/** What the browser bought as a guest goes to whoever signs in with it. (ORD-03) */
export const takeOverBrowser =
  (ports: Pick<StorePorts, "transactions">) =>
  (account: Account, key: string | null): Effect.Effect<void> =>
    key === null
      ? Effect.void
      : Effect.flatMap(ports.transactions.read.guests.ofKey(key), (guests) => takeOverGuests(ports)(account, guests));
