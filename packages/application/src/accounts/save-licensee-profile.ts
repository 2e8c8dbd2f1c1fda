import {
  type Account,
  type LicenceId,
  type LicenseeProfile,
  minimumLicence,
  belowMinimumMessage,
  isBelowMinimum,
  message,
  profileProblems,
  keptLicensee,
} from "@backlot/domain";
import { Conflict, InvalidRequest, type Unauthorized } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { requireOpen } from "../caller.ts";
import type { StorePorts } from "../store-ports.ts";
import { profileView } from "./user-view.ts";

/** What a licensee states; the address is one text already. */
export interface ProfileForm {
  readonly license_id: LicenceId;
  readonly company_name?: string | null | undefined;
  readonly first_name?: string | null | undefined;
  readonly last_name?: string | null | undefined;
  readonly email: string;
  readonly phone?: string | null | undefined;
  readonly address: string;
}

/**
 * Makes or replaces the account's own licensee profile; whatever id a caller names, it is always that one. The token
 * is the License ID and stays the same from then on. A licence below the minimum is refused. Who had to confirm their
 * licence has done so. (LIC-08, LIC-09, LIC-10)
 */
export const saveLicenseeProfile =
  (ports: Pick<StorePorts, "transactions" | "ids">) =>
  (account: Account, form: ProfileForm): Effect.Effect<LicenseeProfile, InvalidRequest | Conflict | Unauthorized> => {
    const issues = profileProblems(form).map(({ field, problem }) => ({
      path: `payload.${field}`,
      message: message(problem),
    }));
    if (issues.length > 0) {
      return Effect.fail(new InvalidRequest({ message: issues.map((issue) => issue.message).join("/ "), issues }));
    }
    const code = ports.ids.code();
    return ports.transactions.run((repositories) =>
      Effect.gen(function* () {
        const locked = (yield* repositories.accounts.lock(account.id)) ?? account;
        yield* requireOpen(locked);
        const before = yield* repositories.accounts.profile(account.id);
        const minimum = minimumLicence({ min_license_id: locked.min_license_id, profile: before });
        if (isBelowMinimum(form.license_id, minimum)) {
          return yield* new Conflict({
            reason: "below_minimum_licence",
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
        yield* repositories.accounts.saveProfile(profile);
        if (locked.should_see_confirm_license) yield* repositories.accounts.setConfirmLicenceDue(account.id, false);
        return profileView(profile);
      }),
    );
  };
