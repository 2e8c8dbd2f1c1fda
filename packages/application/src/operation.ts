import { message } from "@backlot/domain";
import {
  AdminsOnly,
  BacklotApi,
  type Caller,
  Costs,
  CurrentCaller,
  type Forbidden,
  INVALID_REQUEST,
  InvalidRequest,
  NeedsRole,
  OperationReads,
  Transactions,
  type Unauthorized,
  Unavailable,
  requestIssues,
} from "@backlot/ports";
import * as Cause from "effect/Cause";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Exit from "effect/Exit";
import * as References from "effect/References";
import * as Result from "effect/Result";
import * as Schema from "effect/Schema";
import type * as SchemaAST from "effect/SchemaAST";
import * as Tracer from "effect/Tracer";
import * as HttpApi from "effect/http-api/HttpApi";
import { toProviderUnreachable } from "./provider-errors.ts";
import { GUARDS, type Services, type Work, refusalOf, scopeRefusal, staffRefusal } from "./guards.ts";
import type { StoreServices } from "./store-services.ts";
import { takeCost } from "./take-cost.ts";

/** A callback that is called after each operation with its name, its caller, and the tag of its error, or null. */
export type OnOutcome = (name: string, caller: Caller, failure: string | null) => void;

/** The input of an operation: `params`, `query`, and `payload`. */
export type Request = Readonly<Record<string, unknown>>;

/** One of the contract's operations, bound to a store's services. */
export interface Operation {
  /** The names of the operation's group and endpoint, such as `wishlists.add`. */
  readonly name: string;
  /** Returns the error for a caller who isn't allowed to use this operation, or null. Doesn't need a request. */
  readonly refusal: (caller: Caller) => Unauthorized | Forbidden | null;
  /** Returns the error for an in-process request that doesn't match the contract, or null. */
  readonly invalid: (request: Request) => InvalidRequest | null;
  /** Runs the operation. Call it only if `refusal` and `invalid` return null. */
  readonly run: (caller: Caller, request: Request) => Effect.Effect<unknown, unknown>;
}

/** Returns whether a response is only a `{ data }` envelope, which handlers omit. */
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

/** Returns the tag of a failure, "defect" for anything unexpected, or null for a success. */
const failureOf = (exit: Exit.Exit<unknown, unknown>): string | null => {
  if (Exit.isSuccess(exit)) return null;
  const failure = Cause.findError(exit.cause);
  const tag: unknown = Result.isSuccess(failure) ? Reflect.get(Object(failure.success), "_tag") : null;
  return typeof tag === "string" ? tag : "defect";
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
  onOutcome: OnOutcome | null = null,
): ReadonlyMap<string, Operation> => {
  const operations = new Map<string, Operation>();
  const { isOutage } = Context.get(services, Transactions);
  const isTraced = services.mapUnsafe.has(Tracer.Tracer.key);
  HttpApi.reflect(BacklotApi, {
    onGroup() {},
    onEndpoint({ group, endpoint, middleware, successes, errors }) {
      const name = `${group.identifier}.${endpoint.identifier}`;
      const handler = handlers[group.identifier]?.[endpoint.identifier] as AnyHandler | undefined;
      if (handler === undefined) throw new Error(`operation ${name} is not implemented`);
      const guard = [...middleware].map(({ key }) => GUARDS.get(key)).find((candidate) => candidate !== undefined);
      const beyondScope = scopeRefusal(name);
      const toMembers = Context.get(endpoint.annotations, AdminsOnly);
      const cost = Context.get(endpoint.annotations, Costs);
      const needed = endpoint.method === "GET" ? "read" : Context.get(endpoint.annotations, NeedsRole);
      const isWrapped = [...successes.values()].flat().some(isEnvelope);
      const asksProviders = [...errors.values()].flat().some(isOutageSchema);
      const operationContext = Context.add(services, References.CurrentLogAnnotations, { operation: name });
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
          const refused = beyondScope(caller);
          if (refused !== null) return refused;
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
          const work = Effect.suspend(() => handler(request));
          const handled =
            cost === null
              ? work
              : Effect.andThen(Effect.provideContext(takeCost(cost, caller), operationContext), work);
          const guarded: Work<Services> = guard === undefined ? handled : guard.provide(handled, caller, toMembers);
          const timed = asksProviders ? toProviderUnreachable(guarded) : guarded;
          const answered = isWrapped ? Effect.map(timed, (data) => ({ data })) : timed;
          const provided = Effect.provideContext(
            isTraced ? Effect.withSpan(answered, name) : answered,
            Context.add(Context.add(operationContext, CurrentCaller, caller), OperationReads, {
              version: null,
              once: endpoint.method === "GET" ? new Map() : null,
            }),
          );
          const reached = Effect.catchDefect(provided, unreachable);
          return onOutcome === null
            ? reached
            : Effect.onExit(reached, (exit) => Effect.sync(() => onOutcome(name, caller, failureOf(exit))));
        },
      });
    },
  });
  return operations;
};
