import { CurrentAccount, CurrentSession, Identity, PaymentRecovery } from "@backlot/ports";
import { Accounts, LicenseeProfiles, Users } from "@backlot/ports/accounts/accounts.contract";
import * as Effect from "effect/Effect";
import { addressOf, requireOverview } from "../caller.ts";
import { CurrentCaller } from "@backlot/ports";
import { implement } from "../implement.ts";
import { confirmEmail, repeatConfirmation } from "./confirm-email.ts";
import { deleteAccount } from "../profile/delete-account.ts";
import { exportAccount } from "../profile/export-account.ts";
import { resetPassword, sendPasswordReset } from "./reset-password.ts";
import { saveLicenseeProfile } from "./save-licensee-profile.ts";
import { changePassword, renameAccount } from "./sign-in-security.ts";
import { signIn } from "./sign-in.ts";
import { signUp } from "./sign-up.ts";
import { updateMinLicense } from "./update-min-license.ts";
import { toUserView } from "./user-view.ts";
import { transactional } from "@backlot/ports";

/** Signing up, in, and out, and password resets. */
export const accounts = implement(Accounts, {
  signUp: ({ payload }) => signUp(payload),
  signIn: ({ payload }) => signIn(payload),
  sendPasswordReset: ({ payload }) =>
    CurrentCaller.use((caller) => sendPasswordReset(payload.email, addressOf(caller))),
  resetPassword: ({ payload }) => resetPassword(payload),
  signOut: () =>
    Effect.gen(function* () {
      const { session } = yield* CurrentSession;
      yield* (yield* Identity).signOut(session);
    }),
});

/** Ends sessions of the caller: one by its id, or all but the current one. */
const endSessions = (which: { readonly id: string } | "others") =>
  Effect.gen(function* () {
    const { session } = yield* CurrentSession;
    yield* (yield* Identity).endSessions(session, which);
  });

export const users = implement(Users, {
  me: () =>
    Effect.gen(function* () {
      const session = yield* CurrentSession;
      const overview = yield* requireOverview(session);
      return toUserView(overview, { token: session.token, paymentRecovery: yield* PaymentRecovery });
    }),
  updateMinLicense: ({ payload }) => updateMinLicense(payload.license_id),
  rename: ({ payload }) => renameAccount(payload),
  changePassword: ({ payload }) => changePassword(payload),
  sessions: () =>
    Effect.gen(function* () {
      const { session } = yield* CurrentSession;
      return yield* (yield* Identity).sessions(session);
    }),
  endSession: ({ params }) => endSessions({ id: params.id }),
  endOtherSessions: () => endSessions("others"),
  export: exportAccount,
  delete: ({ payload }) => deleteAccount(payload),
  sendConfirmation: () => CurrentAccount.use(repeatConfirmation).pipe(transactional, Effect.asVoid),
  confirm: ({ payload }) => confirmEmail(payload.token),
});

export const licenseeProfiles = implement(LicenseeProfiles, {
  create: ({ payload }) => saveLicenseeProfile(payload),
  update: ({ payload }) => saveLicenseeProfile(payload),
});
