import {
  type LicenseId,
  minimumLicense,
  belowMinimumMessage,
  isBelowMinimum,
  message,
  profileProblems,
  keptLicensee,
} from "@backlot/domain";
import { Conflict, Ids, InvalidRequest, PayingAccount, Repositories, transactional } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { requireOpen } from "../caller.ts";
import { profileView } from "./profile-view.ts";

/** A licensee form. `address` is the whole postal address as one string. */
interface ProfileForm {
  readonly license_id: LicenseId;
  readonly company_name?: string | null | undefined;
  readonly first_name?: string | null | undefined;
  readonly last_name?: string | null | undefined;
  readonly email: string;
  readonly phone?: string | null | undefined;
  readonly address: string;
}

/**
 * Creates or replaces the caller's own licensee profile. Ignores the id in the request. The profile's token is the
 * License ID and never changes. Saving also confirms the license. Fails for a license below the account's minimum.
 * (LIC-10)
 */
export const saveLicenseeProfile = Effect.fnUntraced(function* (form: ProfileForm) {
  const account = yield* PayingAccount;
  const issues = profileProblems(form).map(({ field, problem }) => ({
    path: `payload.${field}`,
    message: message(problem),
  }));
  if (issues.length > 0)
    return yield* new InvalidRequest({ message: issues.map((issue) => issue.message).join("/ "), issues });
  const code = (yield* Ids).code();
  return yield* Effect.gen(function* () {
    const repos = yield* Repositories;
    const locked = (yield* repos.accounts.lock(account.id)) ?? account;
    yield* requireOpen(locked);
    const before = yield* repos.accounts.profile(account.id);
    const minimum = minimumLicense({ min_license_id: locked.min_license_id, profile: before });
    if (isBelowMinimum(form.license_id, minimum)) {
      return yield* new Conflict({
        reason: "below_minimum_license",
        message: belowMinimumMessage(minimum),
      });
    }
    const profile = {
      user_id: account.id,
      license_id: form.license_id,
      completed: true,
      invalidated: false,
      ...keptLicensee(form),
      token: before?.token ?? code,
    };
    yield* repos.accounts.saveProfile(profile);
    if (locked.should_see_confirm_license)
      yield* repos.accounts.update(account.id, { should_see_confirm_license: false });
    return profileView(profile);
  }).pipe(transactional);
});
