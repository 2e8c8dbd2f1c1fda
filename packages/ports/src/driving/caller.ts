import type { Account, StaffRole } from "@backlot/domain";
import type { Scope } from "@backlot/domain/accounts/scope";
import * as Context from "effect/Context";
import type { Person } from "../accounts/identity.ts";

/** A browser that can buy as a guest. Its key is the hash of a secret that only the browser has. */
export interface Browser {
  /** The hash of the secret that the browser sent, or null if it sent none. */
  readonly key: string | null;
  /** Sets a secret in the browser's cookie, or extends the existing one's lifetime. Returns the secret's key. */
  readonly giveKey: () => string;
}

/** Data about the sender of a request, signed in or not. `browser` is null for a caller without a browser. */
export interface Visitor {
  readonly browser: Browser | null;
  /** The network address, which is also the key of rate limits for visitors. */
  readonly address: string;
  /** The user agent, or null if the request has none. */
  readonly agent: string | null;
  /** The fingerprint of a browser with analytics consent, or null. */
  readonly fingerprint: string | null;
}

/** A visitor who is not signed in. */
export interface AnonymousCaller {
  readonly _tag: "Anonymous";
  readonly visitor: Visitor;
}

/** A member of the support staff, with their role. `staff` is the owner of the key, or null for the shared key. */
export interface SupportCaller {
  readonly _tag: "Support";
  readonly staff: string | null;
  readonly role: StaffRole;
}

/**
 * A person with a session. `session` is the session token. `token` equals `session` if the token came in a header, and
 * is null if it came in a cookie. `scopes` is null unless it is an app's token, which can call only the operations of
 * its scopes.
 */
export interface SignedInCaller {
  readonly _tag: "SignedIn";
  readonly person: Person;
  readonly token: string | null;
  readonly session: string;
  readonly scopes: readonly Scope[] | null;
  readonly visitor: Visitor;
}

/** The sender of a request. */
export type Caller = AnonymousCaller | SupportCaller | SignedInCaller;

/** The caller of the current operation. */
export class CurrentCaller extends Context.Service<CurrentCaller, Caller>()("backlot/CurrentCaller") {}

/** The signed-in caller of the current operation. Whether the account still exists has not been checked. */
export class CurrentSession extends Context.Service<CurrentSession, SignedInCaller>()("backlot/CurrentSession") {}

/** The account of the current operation. It exists and is not locked. */
export class CurrentAccount extends Context.Service<CurrentAccount, Account>()("backlot/CurrentAccount") {}

/** The account that pays in the current operation. It is not a member of another account's team. (ACC-08) */
export class PayingAccount extends Context.Service<PayingAccount, Account>()("backlot/PayingAccount") {}

/** The buyer in the current operation: an account, or a guest's browser by its key. */
export class Buyer extends Context.Service<Buyer, Account | { readonly guest_key: string }>()("backlot/Buyer") {}

/** The staff member of the current operation. `name` is null for the shared key. */
export class Staff extends Context.Service<Staff, { readonly name: string | null; readonly role: StaffRole }>()(
  "backlot/Staff",
) {}
