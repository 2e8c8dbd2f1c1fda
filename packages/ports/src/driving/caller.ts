import type { Account } from "@backlot/domain";
import * as Context from "effect/Context";
import type { Person } from "../driven/identity.ts";

/** The browser of a guest. A key is the hash of a secret that only the browser holds. */
export interface Browser {
  /** The key of the secret the browser sent, or null if it sent none. */
  readonly key: string | null;
  /** Sets the secret, or extends its life, and returns its key. */
  readonly giveKey: () => string;
}

/** What a request reveals about its sender. */
export interface Visitor {
  readonly browser: Browser | null;
  /** The network address that rate limits count by. */
  readonly address: string;
  /** The user agent, or null if the request names none. */
  readonly agent: string | null;
  /** The fingerprint of a browser whose owner consented to analytics, or null. (ANL-01) */
  readonly fingerprint: string | null;
}

/** A visitor who is not signed in. */
export interface AnonymousCaller {
  readonly _tag: "Anonymous";
  readonly visitor: Visitor;
}

/** A member of the support staff. `staff` names the key's owner, or is null for the shared key. */
export interface SupportCaller {
  readonly _tag: "Support";
  readonly staff: string | null;
}

/** A person with a session. `token` is set if the session came in a header; browsers use a cookie and get no token. */
export interface SignedInCaller {
  readonly _tag: "SignedIn";
  readonly person: Person;
  readonly token: string | null;
  readonly session: string;
  readonly visitor: Visitor;
}

/** Who sends a request. */
export type Caller = AnonymousCaller | SupportCaller | SignedInCaller;

/** The caller of the running operation, whoever it is. */
export class CurrentCaller extends Context.Service<CurrentCaller, Caller>()("backlot/CurrentCaller") {}

/** The session of the running operation, before its account is read. */
export class CurrentSession extends Context.Service<CurrentSession, SignedInCaller>()("backlot/CurrentSession") {}

/** The account of the running operation. It exists and is not locked. */
export class CurrentAccount extends Context.Service<CurrentAccount, Account>()("backlot/CurrentAccount") {}

/** The account that pays in the running operation: it works in nobody else's team. (ACC-08) */
export class PayingAccount extends Context.Service<PayingAccount, Account>()("backlot/PayingAccount") {}

/** The buyer of the running operation: an account, or a guest's browser by its key. (ORD-03) */
export class Buyer extends Context.Service<Buyer, Account | { readonly guest_key: string }>()("backlot/Buyer") {}

/** The staff member of the running operation; `name` is null for the shared key. (CLI-02) */
export class Staff extends Context.Service<Staff, { readonly name: string | null }>()("backlot/Staff") {}
