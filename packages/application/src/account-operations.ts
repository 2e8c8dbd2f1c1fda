import { type Account, message } from "@backlot/domain";
import { type AccountLocked, NotFound, type Store, type StoredCertificate, Unauthorized } from "@backlot/ports";
import * as Effect from "effect/Effect";
import * as Base64 from "effect/encoding/Base64";
import { confirmEmail, repeatConfirmation } from "./accounts/confirm-email.ts";
import { resetPassword, sendPasswordReset } from "./accounts/reset-password.ts";
import { saveLicenseeProfile } from "./accounts/save-licensee-profile.ts";
import { type AccountSession, changePassword, renameAccount } from "./accounts/sign-in-security.ts";
import { signIn } from "./accounts/sign-in.ts";
import { signUp } from "./accounts/sign-up.ts";
import { updateMinLicence } from "./accounts/update-min-licence.ts";
import { toUserView, userView } from "./accounts/user-view.ts";
import { type Caller, addressOf, browserKey, requireOverview, visitorOf } from "./caller.ts";
import { certificateHtml } from "./licences/certificate-html.ts";
import { issueCertificate, previewCertificate } from "./licences/issue-certificate.ts";
import { certificateView, statusOf, verifyCertificate } from "./licences/verify-certificate.ts";
import { deleteAccount } from "./accounts/delete-account.ts";
import { exportAccount } from "./accounts/export-account.ts";
import { requireAdmin } from "./teams/acting.ts";
import {
  inviteMember,
  joinTeam,
  leaveTeam,
  removeTeamMember,
  setMemberRole,
  viewInvitation,
  viewTeam,
  withdrawInvitation,
} from "./teams/team.ts";
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
const requireSession = (
  caller: Caller,
  account: OwnAccount,
): Effect.Effect<AccountSession, Unauthorized | AccountLocked> =>
  Effect.flatMap(account, (own) =>
    caller._tag === "SignedIn"
      ? Effect.succeed({ account: own, session: caller.session, network: caller.visitor.address })
      : Effect.fail(new Unauthorized({ message: message("unauthorized") })),
  );

const users = (ports: StorePorts, caller: Caller, account: OwnAccount): Store["users"] => {
  const token = caller._tag === "SignedIn" ? caller.token : null;
  const who = requireSession(caller, account);
  return {
    me: () =>
      Effect.map(requireOverview(ports, caller), (overview) => envelope(toUserView(overview, { ...ports, token }))),
    updateMinLicence: ({ payload }) =>
      account.pipe(
        Effect.flatMap(requireAdmin("only_admins")),
        Effect.flatMap((own) => updateMinLicence(ports)(own, payload.license_id)),
        Effect.flatMap((own) => userView(ports, own.id, token)),
        Effect.map(envelope),
      ),
    rename: ({ payload }) =>
      who.pipe(
        Effect.flatMap((own) => Effect.as(renameAccount(ports)(own, payload), own.account.id)),
        Effect.flatMap((id) => userView(ports, id, token)),
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
    export: () =>
      who.pipe(
        Effect.flatMap(({ account: own, session }) => exportAccount(ports)(own, session)),
        Effect.map(envelope),
      ),
    delete: ({ payload }) => who.pipe(Effect.flatMap((own) => deleteAccount(ports)(own, payload))),
    endOtherSessions: () => who.pipe(Effect.flatMap(({ session }) => ports.identity.endSessions(session, "others"))),
    sendConfirmation: () =>
      account.pipe(Effect.flatMap(repeatConfirmation(ports, ports.transactions.read)), Effect.asVoid),
    confirm: ({ payload }) => confirmEmail(ports)(payload.token).pipe(Effect.map(envelope)),
  };
};

const licenseeProfiles = (ports: StorePorts, account: OwnAccount): Store["licenseeProfiles"] => ({
  create: ({ payload }) =>
    account.pipe(
      Effect.flatMap(requireAdmin("only_admins")),
      Effect.flatMap((own) => saveLicenseeProfile(ports)(own, payload)),
      Effect.map(envelope),
    ),
  update: ({ payload }) =>
    account.pipe(
      Effect.flatMap(requireAdmin("only_admins")),
      Effect.flatMap((own) => saveLicenseeProfile(ports)(own, payload)),
      Effect.map(envelope),
    ),
});

/** How many of its certificates an account is shown. */
const CERTIFICATES_SHOWN = 20;

const certificates = (ports: StorePorts, account: OwnAccount): Store["certificates"] => {
  const { read } = ports.transactions;
  const view = (stored: StoredCertificate) =>
    Effect.map(statusOf(read, stored), (status) => certificateView(stored, status));
  return {
    preview: () =>
      account.pipe(
        Effect.flatMap(requireAdmin("only_admins")),
        Effect.flatMap(previewCertificate(ports)),
        Effect.map((certificate) => ({ html: certificateHtml(certificate) })),
      ),
    issue: () =>
      account.pipe(
        Effect.flatMap(requireAdmin("only_admins")),
        Effect.flatMap(issueCertificate(ports)),
        Effect.flatMap(view),
        Effect.map(envelope),
      ),
    list: () =>
      account.pipe(
        Effect.flatMap((own) => read.certificates.ofAccount(own.id, CERTIFICATES_SHOWN)),
        Effect.flatMap((own) => Effect.forEach(own, view)),
        Effect.map(envelope),
      ),
    file: ({ params: { number } }) =>
      account.pipe(
        Effect.flatMap((own) => read.certificates.file(own.id, number)),
        Effect.flatMap((file) =>
          file === null
            ? Effect.fail(new NotFound({ message: message("not_found") }))
            : Effect.succeed(envelope({ file_name: `license-certificate-${number}.pdf`, pdf: Base64.encode(file) })),
        ),
      ),
    verify: ({ params, query }) => verifyCertificate(ports)(params.number, query).pipe(Effect.map(envelope)),
  };
};

const teams = (ports: StorePorts, account: OwnAccount): Store["teams"] => ({
  view: () => account.pipe(Effect.flatMap(viewTeam(ports)), Effect.map(envelope)),
  invite: ({ payload }) => account.pipe(Effect.flatMap((own) => inviteMember(ports)(own, payload))),
  withdraw: ({ params }) => account.pipe(Effect.flatMap((own) => withdrawInvitation(ports)(own, params.id))),
  setRole: ({ params, payload }) =>
    account.pipe(Effect.flatMap((own) => setMemberRole(ports)(own, params.id, payload.role))),
  remove: ({ params }) => account.pipe(Effect.flatMap((own) => removeTeamMember(ports)(own, params.id))),
  leave: () => account.pipe(Effect.flatMap(leaveTeam(ports))),
  join: ({ payload }) => account.pipe(Effect.flatMap((own) => joinTeam(ports)(own, payload.token))),
  invitation: ({ payload }) => viewInvitation(ports)(payload.token).pipe(Effect.map(envelope)),
});

/** The operations on accounts: who somebody is, how they sign in, and what they are licensed for. (ACC-01 to ACC-07) */
export const accountOperations = (
  ports: StorePorts,
  caller: Caller,
  account: OwnAccount,
): Pick<Store, "accounts" | "users" | "licenseeProfiles" | "certificates" | "teams"> => ({
  accounts: accounts(ports, caller),
  users: users(ports, caller, account),
  licenseeProfiles: licenseeProfiles(ports, account),
  certificates: certificates(ports, account),
  teams: teams(ports, account),
});
