import { CurrentCaller, CurrentSession, Identity } from "@backlot/ports";
import { Accounts, LicenseeProfiles } from "@backlot/ports/accounts/accounts.contract";
import * as Effect from "effect/Effect";
import { addressOf } from "../caller.ts";
import { implement } from "../implement.ts";
import { resetPassword, sendPasswordReset } from "./reset-password.ts";
import { saveLicenseeProfile } from "./save-licensee-profile.ts";
import { signIn } from "./sign-in.ts";
import { signUp } from "./sign-up.ts";

/** Handlers for sign-up, sign-in, sign-out, and password resets. */
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

export const licenseeProfiles = implement(LicenseeProfiles, {
  create: ({ payload }) => saveLicenseeProfile(payload),
  update: ({ payload }) => saveLicenseeProfile(payload),
});
