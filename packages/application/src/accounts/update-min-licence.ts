import { type Account, type LicenceId, raiseMinimumLicence } from "@backlot/domain";
import type { Unauthorized } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { requireOpen } from "../caller.ts";
import type { StorePorts } from "../store-ports.ts";

/** Raises the account's minimum licence; a lower one changes nothing. Answers the account as it is then. (LIC-11) */
export const updateMinLicence =
  (ports: Pick<StorePorts, "transactions">) =>
  (account: Account, asked: LicenceId): Effect.Effect<Account, Unauthorized> =>
    ports.transactions.run((repositories) =>
      Effect.gen(function* () {
        const locked = (yield* repositories.accounts.lock(account.id)) ?? account;
        yield* requireOpen(locked);
        const min_license_id = raiseMinimumLicence(locked.min_license_id, asked);
        yield* repositories.accounts.setMinLicence(account.id, min_license_id);
        return { ...locked, min_license_id };
      }),
    );
