import {
  CurrentAccount,
  CurrentSession,
  Identity,
  PayingAccount,
  PaymentRecovery,
  transactional,
  currentTime,
} from "@backlot/ports";
import { Users } from "@backlot/ports/profile/users.contract";
import type { Account } from "@backlot/domain";
import * as Effect from "effect/Effect";
import { confirmEmail, repeatConfirmation } from "../accounts/confirm-email.ts";
import { limitMails } from "../accounts/limit-mails.ts";
import { changePassword, renameAccount } from "../accounts/sign-in-security.ts";
import { updateMinLicense } from "../accounts/update-min-license.ts";
import { toAppsUserView, toUserView, userView } from "./user-view.ts";
import { requireOverview } from "../caller.ts";
import { implement } from "../implement.ts";
import { deleteAccount } from "./delete-account.ts";
import { exportAccount } from "./export-account.ts";

/** Ends the caller's sessions: one by its id, or all except the current one. */
const endSessions = Effect.fnUntraced(function* (which: { readonly id: string } | "others") {
  const { session } = yield* CurrentSession;
  yield* (yield* Identity).endSessions(session, which);
});

/** Reads the caller's account as its owner sees it, after a change. */
const ownView = (account: Account) => CurrentSession.use(({ token }) => userView(account.id, token));

export const users = implement(Users, {
  me: Effect.fnUntraced(function* () {
    const session = yield* CurrentSession;
    const overview = yield* requireOverview(session);
    const now = yield* currentTime;
    if (session.scopes !== null) return toAppsUserView(overview, session.token, now);
    return toUserView(overview, { token: session.token, paymentRecovery: yield* PaymentRecovery }, now);
  }),
  updateMinLicense: ({ payload }) => Effect.andThen(updateMinLicense(payload.license_id), PayingAccount.use(ownView)),
  rename: ({ payload }) => Effect.andThen(renameAccount(payload), CurrentAccount.use(ownView)),
  changePassword: ({ payload }) => changePassword(payload),
  sessions: Effect.fnUntraced(function* () {
    const { session } = yield* CurrentSession;
    return yield* (yield* Identity).sessions(session);
  }),
  endSession: ({ params }) => endSessions({ id: params.id }),
  endOtherSessions: () => endSessions("others"),
  export: exportAccount,
  delete: ({ payload }) => deleteAccount(payload),
  sendConfirmation: Effect.fnUntraced(function* () {
    const account = yield* CurrentAccount;
    const { visitor } = yield* CurrentSession;
    yield* transactional(repeatConfirmation(account)).pipe(
      limitMails({ email: account.email, network: visitor.address }),
    );
  }),
  confirm: ({ payload }) => confirmEmail(payload.token),
});
