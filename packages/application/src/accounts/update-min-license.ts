import { type LicenseId, raiseMinimumLicense } from "@backlot/domain";
import { PayingAccount, Repositories, transactional } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { requireOpen } from "../caller.ts";

/** Raises the caller's minimum license. A lower license changes nothing. (LIC-11) */
export const updateMinLicense = Effect.fnUntraced(function* (license: LicenseId) {
  const account = yield* PayingAccount;
  yield* Effect.gen(function* () {
    const repos = yield* Repositories;
    const locked = (yield* repos.accounts.lock(account.id)) ?? account;
    yield* requireOpen(locked);
    yield* repos.accounts.update(account.id, { min_license_id: raiseMinimumLicense(locked.min_license_id, license) });
  }).pipe(transactional);
});
