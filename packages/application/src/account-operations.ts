import { type Account, message } from "@backlot/domain";
import { type AccountLocked, type Store, Unauthorized } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { confirmEmail, repeatConfirmation } from "./accounts/confirm-email.ts";
import { resetPassword, sendPasswordReset } from "./accounts/reset-password.ts";
import { saveLicenseeProfile } from "./accounts/save-licensee-profile.ts";
import { type SignedIn, changePassword, renameAccount } from "./accounts/sign-in-security.ts";
import { signIn } from "./accounts/sign-in.ts";
import { signUp } from "./accounts/sign-up.ts";
import { updateMinLicence } from "./accounts/update-min-licence.ts";
import { toUserView, userView } from "./accounts/user-view.ts";
import { type Caller, addressOf, browserKey, requireOverview, visitorOf } from "./caller.ts";
import { envelope } from "./envelope.ts";
import type { StorePorts } from "./store-ports.ts";

/** The caller's account, refused where there is none or it is locked. */
type OwnAccount = Effect.Effect<Account, Unauthorized | AccountLocked>;

const accounts = (ports: StorePorts, caller: Caller): Store["accounts"] => ({
  signUp: ({ payload }) => signUp(ports)(payload, visitorOf(caller), browserKey(caller)),
  signIn: ({ payload }) => signIn(ports)(payload, visitorOf(caller), browserKey(caller)),
  sendPasswordReset: ({ payload }) => sendPasswordReset(ports)(payload.email, addressOf(caller)),
  resetPassword: ({ payload }) => resetPassword(ports)(payload).pipe(Effect.map(envelope)),
  signOut: () => (caller._tag === "SignedIn" ? ports.identity.signOut(caller.session) : Effect.void),
});

/** The caller's account with the session that asks. */
const signedIn = (caller: Caller, account: OwnAccount): Effect.Effect<SignedIn, Unauthorized | AccountLocked> =>
  Effect.flatMap(account, (own) =>
    caller._tag === "SignedIn"
      ? Effect.succeed({ account: own, session: caller.session, network: caller.visitor.address })
      : Effect.fail(new Unauthorized({ message: message("unauthorized") })),
  );

const users = (ports: StorePorts, caller: Caller, account: OwnAccount): Store["users"] => {
  const { read } = ports.transactions;
  const token = caller._tag === "SignedIn" ? caller.token : null;
  const who = signedIn(caller, account);
  return {
    me: () => Effect.map(requireOverview(ports, caller), (overview) => envelope(toUserView(overview, token))),
    updateMinLicence: ({ payload }) =>
      account.pipe(
        Effect.flatMap((own) => updateMinLicence(ports)(own, payload.license_id)),
        Effect.flatMap((own) => userView(read, own.id, token)),
        Effect.map(envelope),
      ),
    rename: ({ payload }) =>
      who.pipe(
        Effect.flatMap((own) => Effect.as(renameAccount(ports)(own, payload), own.account.id)),
        Effect.flatMap((id) => userView(read, id, token)),
        Effect.map(envelope),
      ),
    changePassword: ({ payload }) => who.pipe(Effect.flatMap((own) => changePassword(ports)(own, payload))),
    sessions: () =>
      who.pipe(
        Effect.flatMap(({ session }) => ports.identity.sessions(session)),
        Effect.map(envelope),
      ),
    endSession: ({ params }) =>
      who.pipe(Effect.flatMap(({ session }) => ports.identity.endSessions(session, { id: params.id }))),
    endOtherSessions: () => who.pipe(Effect.flatMap(({ session }) => ports.identity.endSessions(session, "others"))),
    sendConfirmation: () => account.pipe(Effect.flatMap(repeatConfirmation(ports))),
    confirm: ({ payload }) => confirmEmail(ports)(payload.token).pipe(Effect.map(envelope)),
  };
};

const licenseeProfiles = (ports: StorePorts, account: OwnAccount): Store["licenseeProfiles"] => ({
  create: ({ payload }) =>
    account.pipe(
      Effect.flatMap((own) => saveLicenseeProfile(ports)(own, payload)),
      Effect.map(envelope),
    ),
  update: ({ payload }) =>
    account.pipe(
      Effect.flatMap((own) => saveLicenseeProfile(ports)(own, payload)),
      Effect.map(envelope),
    ),
});

/** The operations on accounts: who somebody is, how they sign in, and what they are licensed for. (ACC-01 to ACC-07) */
export const accountOperations = (
  ports: StorePorts,
  caller: Caller,
  account: OwnAccount,
): Pick<Store, "accounts" | "users" | "licenseeProfiles"> => ({
  accounts: accounts(ports, caller),
  users: users(ports, caller, account),
  licenseeProfiles: licenseeProfiles(ports, account),
});
