import {
  type Account,
  accountState,
  isDeleted,
  lockedMessage,
  memberAccount,
  message,
  newAccount,
  planHolderId,
} from "@backlot/domain";
import {
  AccountLocked,
  type AccountOverview,
  Forbidden,
  type LinkHolder,
  type Repositories,
  Unauthorized,
  type Person,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { StorePorts } from "./store-ports.ts";

/** The browser that a guest buys with. A key is the hash of a secret that the browser alone holds. */
export interface Browser {
  /** The key of the secret that it sent; null where it sent none. */
  readonly key: string | null;
  /** Gives it a secret, or its own for longer, and answers the key of that. */
  readonly giveKey: () => string;
}

/**
 * What is known of a visitor: the browser, and the address that limits count by. `agent` is what the browser calls
 * itself; null where it says nothing.
 */
export interface Visitor {
  readonly browser: Browser | null;
  readonly address: string;
  readonly agent: string | null;
  /** The fingerprint of a browser whose holder consented to being recorded; null for any other. (ANL-01) */
  readonly fingerprint: string | null;
}

/** Who asks. `token` is the one the caller sent in a header; browsers hold a cookie and get no token. */
export type Caller =
  | { readonly _tag: "Anonymous"; readonly visitor: Visitor }
  /** `staff` is whom the key is given to; null for the key that all of them share. */
  | { readonly _tag: "Support"; readonly staff: string | null }
  | {
      readonly _tag: "SignedIn";
      readonly person: Person;
      readonly token: string | null;
      readonly session: string;
      readonly visitor: Visitor;
    };

/** Somebody of whom nothing is known. */
export const NOBODY_KNOWN: Visitor = { browser: null, address: "unknown", agent: null, fingerprint: null };

/** A visitor as a caller; one of whom nothing is known where none is given. */
export const anonymous = (visitor: Visitor = NOBODY_KNOWN): Caller => ({ _tag: "Anonymous", visitor });

/** The caller that a session token stands for; a visitor, in its browser, where it stands for none. (ACC-05, ORD-03) */
export const callerOf =
  (ports: Pick<StorePorts, "identity">) =>
  (session: string | null, sentInHeader: boolean, visitor: Visitor = NOBODY_KNOWN): Effect.Effect<Caller> =>
    session === null
      ? Effect.succeed(anonymous(visitor))
      : Effect.map(ports.identity.findPerson(session), (person) =>
          person === null
            ? anonymous(visitor)
            : { _tag: "SignedIn", person, token: sentInHeader ? session : null, session, visitor },
        );

/** The key of the browser that a visitor asks with; null where it has none, and for anybody else. (ORD-03) */
export const browserKey = (caller: Caller): string | null =>
  caller._tag === "Anonymous" ? (caller.visitor.browser?.key ?? null) : null;

/** What a request was sent with; nothing for support staff. */
export const visitorOf = (caller: Caller): Visitor => (caller._tag === "Support" ? NOBODY_KNOWN : caller.visitor);

/** Where somebody asks from, as limits count it. (DSC-02, ACC-03) */
export const addressOf = (caller: Caller): string => visitorOf(caller).address;

/** Gives the browser of a visitor its key, so that two clicks after this are one guest's. (ORD-03) */
export const giveBrowserKey = (caller: Caller): Effect.Effect<void> =>
  Effect.sync(() => {
    if (caller._tag === "Anonymous") caller.visitor.browser?.giveKey();
  });

/**
 * Who a link to a file is made for: the account that asks, or the browser, which is given a
 * key for it. (DWN-01, ORD-03)
 */
export const linkHolder = (caller: Caller): Effect.Effect<LinkHolder, Unauthorized> => {
  if (caller._tag === "SignedIn") return Effect.succeed({ _tag: "Account", id: caller.person.id });
  const browser = caller._tag === "Anonymous" ? caller.visitor.browser : null;
  return browser === null
    ? Effect.fail(new Unauthorized({ message: message("unauthorized") }))
    : Effect.sync(() => ({ _tag: "Browser", key: browser.giveKey() }) as const);
};

/** Who may open links to files in a request: its account, and its browser. (DWN-01, ORD-03) */
export const linkHolders = (caller: Caller): readonly LinkHolder[] => {
  const key = visitorOf(caller).browser?.key ?? null;
  return [
    ...(caller._tag === "SignedIn" ? [{ _tag: "Account", id: caller.person.id } as const] : []),
    ...(key === null ? [] : [{ _tag: "Browser", key } as const]),
  ];
};

/**
 * Lets support staff through, and nobody else: a stranger has to sign in, an account is forbidden. Answers who of them
 * it is, where their key says so. (CLI-02)
 */
export const requireSupport = (caller: Caller): Effect.Effect<string | null, Unauthorized | Forbidden> => {
  switch (caller._tag) {
    case "Support":
      return Effect.succeed(caller.staff);
    case "SignedIn":
      return Effect.fail(new Forbidden({ message: message("forbidden") }));
    case "Anonymous":
      return Effect.fail(new Unauthorized({ message: message("unauthorized") }));
  }
};

/** Refuses what would be done for an account that its owner deleted meanwhile; asked under its lock. (ACC-07) */
export const requireOpen = (account: Account): Effect.Effect<void, Unauthorized> =>
  isDeleted(account) ? Effect.fail(new Unauthorized({ message: message("unauthorized") })) : Effect.void;

/** Refuses an account that its owner deleted as if nobody had it, and one that support has locked. (ACC-03, ACC-07) */
const refuseClosed = <A extends Account>(
  ports: Pick<StorePorts, "settings">,
  account: A,
): Effect.Effect<A, Unauthorized | AccountLocked> => {
  switch (accountState(account)) {
    case "deleted":
      return Effect.fail(new Unauthorized({ message: message("unauthorized") }));
    case "locked":
      return Effect.fail(new AccountLocked({ message: lockedMessage(ports.settings.supportEmail) }));
    case "open":
      return Effect.succeed(account);
  }
};

/**
 * The caller's account, refused when locked. A person without an account row is one whose sign-up was cut short:
 * the row is made up for here, so nothing acknowledged is lost.
 */
export const requireAccount = (
  ports: Pick<StorePorts, "transactions" | "settings">,
  caller: Caller,
): Effect.Effect<Account, Unauthorized | AccountLocked> =>
  Effect.gen(function* () {
    if (caller._tag !== "SignedIn") return yield* new Unauthorized({ message: message("unauthorized") });
    const known = yield* ports.transactions.read.accounts.get(caller.person.id);
    const account = known ?? newAccount(caller.person);
    if (known === null) yield* ports.transactions.read.accounts.insertIfAbsent(account);
    return yield* refuseClosed(ports, account);
  });

/**
 * What the pages of an account show: in a team its administrator's plan, credits and licensee, under its own name.
 * (ACC-05, ACC-08)
 */
export const overviewOf = (
  { accounts }: Pick<Repositories, "accounts">,
  id: string,
): Effect.Effect<AccountOverview | null> =>
  Effect.gen(function* () {
    const own = yield* accounts.overview(id);
    if (own === null || planHolderId(own.account) === id) return own;
    const team = yield* accounts.overview(planHolderId(own.account));
    if (team === null) return own;
    return { ...team, pending_order: null, account: memberAccount(own.account, team.account) };
  });

/** The caller's account with all that its pages show of it; refused like the account alone. (ACC-05) */
export const requireOverview = (
  ports: Pick<StorePorts, "transactions" | "settings">,
  caller: Caller,
): Effect.Effect<AccountOverview, Unauthorized | AccountLocked> =>
  Effect.gen(function* () {
    const { read } = ports.transactions;
    const known = caller._tag === "SignedIn" ? yield* overviewOf(read, caller.person.id) : null;
    if (known !== null) return yield* Effect.as(refuseClosed(ports, known.account), known);
    const { id } = yield* requireAccount(ports, caller);
    const made = yield* overviewOf(read, id);
    if (made === null) throw new Error(`there is no account ${id}`);
    return made;
  });
