import { type StaffRole, mayAct, message, staffRefusalMessage } from "@backlot/domain";
import { scopeRefusalMessage } from "@backlot/domain/accounts/scope";
import {
  AccountRequired,
  type AdminsAlone,
  Buyer,
  BuyerRequired,
  type Caller,
  CurrentAccount,
  type CurrentCaller,
  CurrentSession,
  Forbidden,
  PayerRequired,
  PayingAccount,
  SessionRequired,
  type SignedInCaller,
  Staff,
  SupportRequired,
  UNSCOPED_OPERATIONS,
  Unauthorized,
  scopeOf,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import { accountOf, browserKey, callerBuyer, requireAdmin } from "./caller.ts";
import type { StoreServices } from "./store-services.ts";

/** A handler's work, of any type. */
export type Work<R> = Effect.Effect<unknown, unknown, R>;
export type Services = StoreServices | CurrentCaller;

/**
 * The behavior of a contract middleware: decides which callers to admit, and provides services to the handler.
 * `messageName` names the error message for a team member.
 */
interface Guard {
  readonly admits: (caller: Caller) => boolean;
  readonly provide: (work: Work<never>, caller: Caller, messageName: AdminsAlone) => Work<Services>;
  /** Whether it admits only support staff, whose role then limits them. */
  readonly isForStaff?: boolean;
}

const isSignedIn = ({ _tag }: Caller): boolean => _tag === "SignedIn";

/** Runs work with the session of an admitted caller. */
const withSession = (caller: Caller, work: (session: SignedInCaller) => Work<Services>): Work<Services> =>
  caller._tag === "SignedIn"
    ? Effect.provideService(
        Effect.suspend(() => work(caller)),
        CurrentSession,
        caller,
      )
    : Effect.fail(new Unauthorized({ message: message("unauthorized") }));

/** The guard for each middleware of the contract, by the middleware's key. */
export const GUARDS: ReadonlyMap<string, Guard> = new Map<string, Guard>([
  [SessionRequired.key, { admits: isSignedIn, provide: (work, caller) => withSession(caller, () => work) }],
  [
    AccountRequired.key,
    {
      admits: isSignedIn,
      provide: (work, caller) =>
        withSession(caller, (session) => Effect.provideServiceEffect(work, CurrentAccount, accountOf(session))),
    },
  ],
  [
    PayerRequired.key,
    {
      admits: isSignedIn,
      provide: (work, caller, messageName) =>
        withSession(caller, (session) =>
          Effect.provideServiceEffect(
            work,
            PayingAccount,
            Effect.flatMap(accountOf(session), (account) => requireAdmin(account, messageName)),
          ),
        ),
    },
  ],
  [
    BuyerRequired.key,
    {
      admits: (caller) => isSignedIn(caller) || browserKey(caller) !== null,
      provide: (work) => Effect.provideServiceEffect(work, Buyer, callerBuyer),
    },
  ],
  [
    SupportRequired.key,
    {
      admits: ({ _tag }) => _tag === "Support",
      provide: (work, caller) =>
        caller._tag === "Support"
          ? Effect.provideService(work, Staff, { name: caller.staff, role: caller.role })
          : Effect.fail(new Unauthorized({ message: message("unauthorized") })),
      isForStaff: true,
    },
  ],
]);

/** Returns the error for a caller who is not admitted: 403 for an account, 401 for everyone else. */
export const refusalOf = (caller: Caller): Unauthorized | Forbidden =>
  caller._tag === "SignedIn"
    ? new Forbidden({ message: message("forbidden") })
    : new Unauthorized({ message: message("unauthorized") });

/** Returns a function that returns the error for an app's token that lacks an operation's scope, or null. */
export const scopeRefusal = (operation: string): ((caller: Caller) => Forbidden | null) => {
  const needed = scopeOf(operation);
  const isOpen = UNSCOPED_OPERATIONS.includes(operation);
  return (caller) => {
    if (caller._tag !== "SignedIn" || caller.scopes === null || isOpen) return null;
    return needed !== null && caller.scopes.includes(needed)
      ? null
      : new Forbidden({ message: scopeRefusalMessage(needed) });
  };
};

/** Returns the error for a caller who is not support staff, or whose role is insufficient; otherwise, null. */
export const staffRefusal = (caller: Caller, needed: StaffRole): Unauthorized | Forbidden | null => {
  if (caller._tag !== "Support") return refusalOf(caller);
  const { role } = caller;
  return mayAct(role, needed) ? null : new Forbidden({ message: staffRefusalMessage(role, needed) });
};
