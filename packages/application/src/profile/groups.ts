import type { Account } from "@backlot/domain";
import { userView } from "./user-view.ts";
import { CurrentCaller, CurrentSession, Identity } from "@backlot/ports";
import { Accounts, LicenseeProfiles } from "@backlot/ports/accounts/accounts.contract";
import * as Effect from "effect/Effect";
import { addressOf } from "../caller.ts";
import { implement } from "../implement.ts";
import { resetPassword, sendPasswordReset } from "../accounts/reset-password.ts";
import { saveLicenseeProfile } from "../accounts/save-licensee-profile.ts";
import { signIn } from "../accounts/sign-in.ts";
import { signUp } from "../accounts/sign-up.ts";

/** Returns a new session's token and its account as its owner sees it. */
const signedIn = ({ token, account }: { readonly token: string; readonly account: Account }) =>
  Effect.map(userView(account.id, token), (user) => ({ token, user }));

/** Handlers for sign-up, sign-in, sign-out, and password resets. */
export const accounts = implement(Accounts, {
  signUp: ({ payload }) => Effect.flatMap(signUp(payload), signedIn),
  signIn: ({ payload }) => Effect.flatMap(signIn(payload), signedIn),
  sendPasswordReset: ({ payload }) =>
    CurrentCaller.use((caller) => sendPasswordReset(payload.email, addressOf(caller))),
  resetPassword: ({ payload }) => resetPassword(payload),
  signOut: Effect.fnUntraced(function* () {
    const { session } = yield* CurrentSession;
    yield* (yield* Identity).signOut(session);
  }),
});

export const licenseeProfiles = implement(LicenseeProfiles, {
  create: ({ payload }) => saveLicenseeProfile(payload),
  update: ({ payload }) => saveLicenseeProfile(payload),
});
