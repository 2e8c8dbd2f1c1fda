import {
  type Account,
  accountState,
  isDeleted,
  lockedMessage,
  memberAccount,
  message,
  newAccount,
  planHolderId,
  worksInTeam,
} from "@backlot/domain";
import {
  AccountLocked,
  type AccountOverview,
  type AdminsAlone,
  type Buyer,
  type Caller,
  CurrentCaller,
  Forbidden,
  Identity,
  type LinkHolder,
  ReadRepositories,
  Repositories,
  type SignedInCaller,
  Unauthorized,
  type Visitor,
  transactional,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import { Settings } from "./settings.ts";

/** A visitor without any known data, such as a caller without a browser. */
export const UNKNOWN_VISITOR: Visitor = { browser: null, address: "unknown", agent: null, fingerprint: null };

export const anonymous = (visitor: Visitor = UNKNOWN_VISITOR): Caller => ({ _tag: "Anonymous", visitor });

/**
 * Returns the caller that a session token identifies, or an anonymous caller if there is no such session.
 * `sentInHeader` is false if the token came in a cookie.
 */
export const callerOf = (session: string | null, sentInHeader: boolean, visitor: Visitor = UNKNOWN_VISITOR) =>
  session === null
    ? Effect.succeed(anonymous(visitor))
    : Effect.map(
        Identity.use(({ findSession }) => findSession(session)),
        (owner): Caller =>
          // Apps send their tokens in headers. Accepting one in a cookie would sign the browser in.
          owner === null || (owner.scopes !== null && !sentInHeader)
            ? anonymous(visitor)
            : { _tag: "SignedIn", ...owner, token: sentInHeader ? session : null, session, visitor },
      );

/** Returns the key of an anonymous visitor's browser; null for other callers, or if the browser has no key. */
export const browserKey = (caller: Caller): string | null =>
  caller._tag === "Anonymous" ? (caller.visitor.browser?.key ?? null) : null;

/** Returns the caller's visitor data. For support staff, returns {@link UNKNOWN_VISITOR}. */
export const visitorOf = (caller: Caller): Visitor => (caller._tag === "Support" ? UNKNOWN_VISITOR : caller.visitor);

/** Returns the caller's network address, which is the key of rate limits. */
export const addressOf = (caller: Caller): string => visitorOf(caller).address;

/**
 * Issues a key to an anonymous visitor's browser before its first purchase, so that all its requests belong to one
 * guest.
 */
export const giveBrowserKey = CurrentCaller.useSync((caller) => {
  if (caller._tag === "Anonymous") caller.visitor.browser?.giveKey();
});

/**
 * Returns the holder of a new file link: the calling account, or the visitor's browser, which is issued a key. Fails
 * for a caller who has neither an account nor a browser.
 */
export const linkHolder = CurrentCaller.use((caller): Effect.Effect<LinkHolder, Unauthorized> => {
  if (caller._tag === "SignedIn") return Effect.succeed({ _tag: "Account", id: caller.person.id });
  const browser = caller._tag === "Anonymous" ? caller.visitor.browser : null;
  return browser === null
    ? Effect.fail(new Unauthorized({ message: message("unauthorized") }))
    : Effect.sync(() => ({ _tag: "Browser", key: browser.giveKey() }) as const);
});

/** Returns whether a caller is signed in, directly or through an app that can act for it. */
export const actsForAccount = (caller: Caller): caller is SignedInCaller =>
  caller._tag === "SignedIn" && (caller.scopes === null || caller.scopes.includes("customer:act"));

/** Returns the holders whose file links a caller can use: its account and its browser. */
export const linkHolders = (caller: Caller): readonly LinkHolder[] => {
  const key = visitorOf(caller).browser?.key ?? null;
  return [
    ...(actsForAccount(caller) ? [{ _tag: "Account", id: caller.person.id } as const] : []),
    ...(key === null ? [] : [{ _tag: "Browser", key } as const]),
  ];
};

/** Fails if the account was deleted in the meantime. Call it while holding the account lock. */
export const requireOpen = (account: Account): Effect.Effect<void, Unauthorized> =>
  isDeleted(account) ? Effect.fail(new Unauthorized({ message: message("unauthorized") })) : Effect.void;

/**
 * Returns the account; fails if it is locked or deleted. The error for a deleted account is the same as for a caller
 * who is not signed in.
 */
const refuseClosed = <A extends Account>(account: A) =>
  Settings.use(({ shop }): Effect.Effect<A, Unauthorized | AccountLocked> => {
    switch (accountState(account)) {
      case "deleted":
        return Effect.fail(new Unauthorized({ message: message("unauthorized") }));
      case "locked":
        return Effect.fail(new AccountLocked({ message: lockedMessage(shop.supportEmail()) }));
      case "open":
        return Effect.succeed(account);
    }
  });

/**
 * Returns a session's account; fails if it is deleted or locked. If a sign-up was interrupted before it wrote the
 * account's row, creates the row.
 */
export const accountOf = Effect.fnUntraced(function* ({ person }: Pick<SignedInCaller, "person">) {
  const repos = yield* ReadRepositories;
  const existingAccount = yield* repos.accounts.get(person.id);
  const account = existingAccount ?? newAccount(person);
  if (existingAccount === null) yield* createIfAbsent(account);
  return yield* refuseClosed(account);
});

const createIfAbsent = (account: Account) =>
  Repositories.use(({ accounts }) => accounts.insertIfAbsent(account)).pipe(transactional);

/**
 * Returns the caller's account; fails if the caller is not signed in, or if the account is locked or deleted. Use it in
 * operations that are also open to visitors.
 */
export const callerAccount = CurrentCaller.use((caller) =>
  caller._tag === "SignedIn" ? accountOf(caller) : Effect.fail(new Unauthorized({ message: message("unauthorized") })),
);

/** Returns the caller's account, or null if there is none or it was deleted; fails for a locked account. */
export const callerShopper = CurrentCaller.use((caller) =>
  caller._tag === "SignedIn"
    ? Effect.catchTag(accountOf(caller), "unauthorized", () => Effect.succeed<Account | null>(null))
    : Effect.succeed<Account | null>(null),
);

/**
 * Returns the account; fails for a member of another account's team, because only administrators pay.
 * `messageName` names the error message. (ACC-08)
 */
export const requireAdmin = (
  account: Account,
  messageName: AdminsAlone = "only_admins",
): Effect.Effect<Account, Forbidden> =>
  worksInTeam(account) ? Effect.fail(new Forbidden({ message: message(messageName) })) : Effect.succeed(account);

/**
 * Returns the caller as a buyer: an account, or a guest identified by the browser's key. Fails for a caller who is
 * neither.
 */
export const callerBuyer = CurrentCaller.use((caller) => {
  const guest_key = browserKey(caller);
  return guest_key === null
    ? Effect.map(callerAccount, (account): Buyer["Service"] => account)
    : Effect.succeed<Buyer["Service"]>({ guest_key });
});

/**
 * Returns the data that an account's pages show, or null if there is no such account. A team member gets the
 * administrator's plan, credits, and licensee under the member's own name.
 */
export const overviewOf = Effect.fnUntraced(function* (id: string) {
  const repos = yield* ReadRepositories;
  const overview = yield* repos.overviews.get(id);
  if (overview === null || planHolderId(overview.account) === id) return overview;
  const team = yield* repos.overviews.get(planHolderId(overview.account));
  if (team === null) return overview;
  return {
    ...team,
    pending_order: null,
    account_credit: overview.account_credit,
    account: memberAccount(overview.account, team.account),
  };
});

/** Returns a session's account with the data that its pages show; fails if it is deleted or locked. */
export const requireOverview = Effect.fnUntraced(function* (session: Pick<SignedInCaller, "person">) {
  const overview = yield* overviewOf(session.person.id);
  if (overview !== null) return yield* Effect.as(refuseClosed(overview.account), overview);
  const { id } = yield* accountOf(session);
  const newOverview: AccountOverview | null = yield* overviewOf(id);
  if (newOverview === null) throw new Error(`there is no account ${id}`);
  return newOverview;
});
