import { type StaffRole, mayAct, message, staffRefusalMessage } from "@backlot/domain";
import {
  AccountRequired,
  type AdminsAlone,
  AdminsOnly,
  BacklotApi,
  Buyer,
  BuyerRequired,
  type Caller,
  CurrentAccount,
  CurrentCaller,
  CurrentSession,
  Forbidden,
  INVALID_REQUEST,
  InvalidRequest,
  NeedsRole,
  PayerRequired,
  PayingAccount,
  SessionRequired,
  type SignedInCaller,
  Staff,
  SupportRequired,
  Transactions,
  Unauthorized,
  Unavailable,
  requestIssues,
} from "@backlot/ports";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as References from "effect/References";
import * as Result from "effect/Result";
import * as Schema from "effect/Schema";
import type * as SchemaAST from "effect/SchemaAST";
import * as Tracer from "effect/Tracer";
import * as HttpApi from "effect/http-api/HttpApi";
import { toProviderUnreachable } from "./provider-errors.ts";
import { accountOf, browserKey, callerBuyer, requireAdmin } from "./caller.ts";
import type { StoreServices } from "./store-services.ts";

/** The input of an operation: `params`, `query`, and `payload`. */
export type Request = Readonly<Record<string, unknown>>;

/** One of the contract's operations, bound to a store's services. */
export interface Operation {
  /** The names of the operation's group and endpoint, such as `wishlists.add`. */
  readonly name: string;
  /** Returns the error for a caller who may not use this operation, or null. Needs no request. */
  readonly refusal: (caller: Caller) => Unauthorized | Forbidden | null;
  /** Returns the error for an in-process request that doesn't match the contract, or null. */
  readonly invalid: (request: Request) => InvalidRequest | null;
  /** Runs the operation. Call it only if `refusal` and `invalid` return null. */
  readonly run: (caller: Caller, request: Request) => Effect.Effect<unknown, unknown>;
}

type Work<R> = Effect.Effect<unknown, unknown, R>;
type Services = StoreServices | CurrentCaller;

/**
 * What a middleware of the contract does: decides which callers it admits, and provides services to the handler. `told`
 * names the error message for a team member.
 */
interface Guard {
  readonly admits: (caller: Caller) => boolean;
  readonly provide: (work: Work<never>, caller: Caller, told: AdminsAlone) => Work<Services>;
  /** Whether it admits support staff alone, whose role then limits them. */
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

/** What each middleware of the contract admits and provides, by the middleware's key. */
const GUARDS: ReadonlyMap<string, Guard> = new Map<string, Guard>([
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
      provide: (work, caller, told) =>
        withSession(caller, (session) =>
          Effect.provideServiceEffect(
            work,
            PayingAccount,
            Effect.flatMap(accountOf(session), (account) => requireAdmin(account, told)),
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
const refusalOf = (caller: Caller): Unauthorized | Forbidden =>
  caller._tag === "SignedIn"
    ? new Forbidden({ message: message("forbidden") })
    : new Unauthorized({ message: message("unauthorized") });

/** Returns the error for a caller who is not support staff, or whose role is not enough; otherwise null. */
export const staffRefusal = (caller: Caller, needed: StaffRole): Unauthorized | Forbidden | null => {
  if (caller._tag !== "Support") return refusalOf(caller);
  const { role } = caller;
  return mayAct(role, needed) ? null : new Forbidden({ message: staffRefusalMessage(role, needed) });
};

/** Returns whether a response is only a `{ data }` envelope, which handlers leave out. */
const isEnvelope = ({ ast }: Schema.Top): boolean => {
  const fields = (ast as Partial<SchemaAST.Objects>).propertySignatures;
  return fields?.length === 1 && fields[0]?.name === "data";
};

/** Returns whether an error is the contract's response to a provider outage. */
const isOutageSchema = (schema: Schema.Top): boolean => {
  const decoded = (schema as Partial<{ readonly to: Schema.Top }>).to ?? schema;
  return JSON.stringify(decoded.ast)?.includes('"provider_unreachable"') === true;
};

type Check = readonly [slot: string, check: (value: unknown) => Result.Result<unknown, Schema.SchemaError>];

/**
 * Returns the validators for in-process requests. Such requests are not decoded, and types alone would admit values
 * such as NaN.
 */
const checksOf = (endpoint: Parameters<Parameters<typeof HttpApi.reflect>[1]["onEndpoint"]>[0]["endpoint"]) => {
  const bodies = [...endpoint.payload.values()].flatMap(({ schemas }) => [...schemas] as Schema.Top[]);
  const slots = [
    ["params", endpoint.params],
    ["query", endpoint.query],
    ["payload", bodies.length === 0 ? undefined : Schema.Union(bodies)],
  ] as const;
  return slots.flatMap(([slot, schema]): Check[] =>
    schema === undefined
      ? []
      : [
          [
            slot,
            Schema.decodeUnknownResult(Schema.toType(schema) as Schema.Codec<unknown>, {
              onExcessProperty: "error",
              errors: "all",
            }),
          ],
        ],
  );
};

type AnyHandler = (request: Request) => Work<never>;

/**
 * Returns the contract's operations by name, bound to a store's services. Wraps every handler: provides its
 * middleware's services, names it in logs and traces, adds the `{ data }` envelope, and converts provider and database
 * outages.
 */
export const operationsOf = (
  handlers: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  services: Context.Context<StoreServices>,
): ReadonlyMap<string, Operation> => {
  const operations = new Map<string, Operation>();
  const { isOutage } = Context.get(services, Transactions);
  const isTraced = services.mapUnsafe.has(Tracer.Tracer.key);
  HttpApi.reflect(BacklotApi, {
    onGroup() {},
    onEndpoint({ group, endpoint, middleware, successes, errors }) {
      const name = `${group.identifier}.${endpoint.identifier}`;
      const handler = handlers[group.identifier]?.[endpoint.identifier] as AnyHandler | undefined;
      if (handler === undefined) throw new Error(`the store implements no operation ${name}`);
      const guard = [...middleware].map(({ key }) => GUARDS.get(key)).find((found) => found !== undefined);
      const told = Context.get(endpoint.annotations, AdminsOnly);
      const needed = endpoint.method === "GET" ? "read" : Context.get(endpoint.annotations, NeedsRole);
      const isWrapped = [...successes.values()].flat().some(isEnvelope);
      const asksProviders = [...errors.values()].flat().some(isOutageSchema);
      const own = Context.add(services, References.CurrentLogAnnotations, { operation: name });
      const unreachable = (defect: unknown) =>
        isOutage(defect)
          ? Effect.andThen(
              Effect.logWarning("the database can't be reached", defect),
              Effect.fail(new Unavailable({ message: message("unavailable") })),
            )
          : Effect.die(defect);
      let checks: readonly Check[] | undefined;
      operations.set(name, {
        name,
        refusal: (caller) => {
          if (guard?.admits(caller) === false) return refusalOf(caller);
          return guard?.isForStaff === true ? staffRefusal(caller, needed) : null;
        },
        invalid: (request) => {
          checks ??= checksOf(endpoint);
          const issues = checks.flatMap(([slot, check]) => {
            const checked = check(request[slot]);
            return Result.isSuccess(checked) ? [] : requestIssues(slot, checked.failure);
          });
          return issues.length === 0 ? null : new InvalidRequest({ message: INVALID_REQUEST, issues });
        },
        run: (caller, request) => {
          const handled = Effect.suspend(() => handler(request));
          const guarded: Work<Services> = guard === undefined ? handled : guard.provide(handled, caller, told);
          const timed = asksProviders ? toProviderUnreachable(guarded) : guarded;
          const answered = isWrapped ? Effect.map(timed, (data) => ({ data })) : timed;
          const provided = Effect.provideContext(answered, Context.add(own, CurrentCaller, caller));
          const reached = Effect.catchDefect(provided, unreachable);
          return isTraced ? Effect.withSpan(reached, name) : reached;
        },
      });
    },
  });
  return operations;
};
