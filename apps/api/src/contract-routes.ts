import type { Operation } from "@backlot/application";
import {
  Cacheable,
  type Caller,
  INVALID_REQUEST,
  InvalidRequest,
  type LogError,
  Repeatable,
  requestIssues,
} from "@backlot/ports";
import * as Cause from "effect/Cause";
import * as Annotations from "effect/Context";
import * as Effect from "effect/Effect";
import * as Exit from "effect/Exit";
import * as Fiber from "effect/Fiber";
import * as Result from "effect/Result";
import * as Schema from "effect/Schema";
import * as HttpApi from "effect/http-api/HttpApi";
import * as HttpApiSchema from "effect/http-api/HttpApiSchema";
import { type Context, Hono } from "hono";
import type { Metrics } from "./observe/metrics.ts";
import { nameRoute } from "./observe/request-scope.ts";
import type { Responses } from "./responses.ts";
import type { Begun, Idempotency } from "./idempotency.ts";
import { RETRY_AFTER } from "./outages.ts";
import { keepSharedTexts, cachedBody } from "./cached-bodies.ts";
import { type Visitors, pathAndQuery } from "./visitors.ts";

/** A codec that needs no services. Every schema of the contract is one. */
type Codec = Schema.Codec<unknown, unknown>;
type Issue = InvalidRequest["issues"][number];

const STRICT = { onExcessProperty: "error", errors: "all" } as const;
interface Slot {
  readonly name: "params" | "query" | "payload";
  readonly decode: (value: unknown) => Result.Result<unknown, Schema.SchemaError>;
}

const slot = (name: Slot["name"], schema: Schema.Top | undefined): Slot | null =>
  schema === undefined ? null : { name, decode: Schema.decodeUnknownResult(schema as Codec, STRICT) };

interface Answer {
  readonly status: number;
  readonly empty: boolean;
  readonly matches: (value: unknown) => boolean;
  readonly encode: (value: unknown) => Result.Result<unknown, Schema.SchemaError>;
}

const answers = (byStatus: ReadonlyMap<number, readonly Schema.Top[]>): readonly Answer[] =>
  [...byStatus].flatMap(([status, schemas]) =>
    schemas.map((schema) => ({
      status,
      empty: HttpApiSchema.isNoContent(schema.ast),
      matches: Schema.is(schema as Codec),
      encode: Schema.encodeUnknownResult(schema as Codec),
    })),
  );

interface Bound {
  readonly method: string;
  readonly path: string;
  readonly handle: (c: Context) => Promise<Response>;
}

let turn: Promise<void> | null = null;

/** Resolves on the next turn of the event loop, once every request received so far has been read. */
const endOfTurn = (): Promise<void> => {
  turn ??= new Promise((resolve) => {
    setImmediate(() => {
      turn = null;
      resolve();
    });
  });
  return turn;
};

/**
 * Runs an effect and returns its exit. An effect that completes synchronously waits for the end of the turn, so that
 * all responses of that turn are written together. Writing each one separately costs a quarter of the throughput.
 */
const exitOf = async <A, E>(effect: Effect.Effect<A, E>): Promise<Exit.Exit<A, E>> => {
  const fiber = Effect.runFork(effect);
  const exit = fiber.pollUnsafe();
  if (exit === undefined) return Effect.runPromise(Fiber.await(fiber));
  await endOfTurn();
  return exit;
};

/**
 * Creates routes for operations. Looks up static paths itself, because a static path and a parameter in the same
 * position make Hono fall back to a slow router for every request.
 */
const routed = (bound: readonly Bound[]): Hono => {
  const app = new Hono();
  const isFixed = ({ path }: Bound): boolean => !path.includes(":");
  const fixed = new Map<string, Map<string, Bound["handle"]>>();
  for (const { method, path, handle } of bound.filter(isFixed))
    fixed.set(path, (fixed.get(path) ?? new Map()).set(method, handle));
  app.use("/api/*", (c, next) => {
    const method = c.req.method === "HEAD" ? "GET" : c.req.method;
    return fixed.get(c.req.path)?.get(method)?.(c) ?? next();
  });
  for (const { method, path, handle } of bound.filter((each) => !isFixed(each))) app.on(method, path, handle);
  return app;
};

/** Returns a request's query parameters. A repeated parameter becomes a list. */
const queryOf = (c: Context): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(c.req.queries()).map(([name, all]) => [name, all.length === 1 ? all[0] : all]));

/** The response body for an internal error. */
export const INTERNAL = { error: { code: "internal", message: "Something went wrong." } };

/** The parts of the app that a contract's routes need. */
interface ContractHost {
  /** The store's operations, by name. */
  readonly operations: ReadonlyMap<string, Operation>;
  readonly callerFor: (c: Context) => Caller | Promise<Caller>;
  readonly answers: Pick<Responses, "json" | "empty" | "sharedJson">;
  readonly visitors: Visitors;
  readonly idempotency: Idempotency;
  readonly metrics: Pick<Metrics, "sharedAnswer"> | null;
  readonly logError: LogError;
}

/** A contract's routes, whose responses already have all their headers. */
interface ContractRoutes {
  /** Routes that change nothing. They accept no body and need no same-origin check. */
  readonly reads: Hono;
  readonly writes: Hono;
}

/** The memory limit for shared responses, in bytes. */
const MOST_BYTES = 8_000_000;

/**
 * Creates a route for every operation of a contract. Decodes requests and encodes responses with the contract's
 * schemas, which are prepared once. Checks the caller's permission before it validates the request (ACC-05). Caches
 * responses that are the same for every anonymous visitor until their data changes.
 */
export const mountContract = <Id extends string, Groups extends import("effect/http-api/HttpApiGroup").Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  { operations, callerFor, answers: answering, visitors, idempotency, metrics, logError }: ContractHost,
): ContractRoutes => {
  const bound: Bound[] = [];
  const kept = keepSharedTexts(MOST_BYTES, visitors.keptFor);
  HttpApi.reflect(api, {
    onGroup() {},
    onEndpoint({ group, endpoint, successes, errors }) {
      const operation = operations.get(`${group.identifier}.${endpoint.identifier}`);
      if (operation === undefined) throw new Error(`there is no operation ${endpoint.identifier}`);
      const route = `${endpoint.method} ${endpoint.path}`;
      const params = slot("params", endpoint.params);
      const query = slot("query", endpoint.query && Schema.toCodecArrayFromSingle(endpoint.query));
      const bodies = [...endpoint.payload.values()].flatMap(({ schemas }) => [...schemas] as Schema.Top[]);
      const payload = slot("payload", bodies.length === 0 ? undefined : Schema.Union(bodies));
      const good = answers(successes);
      const bad = answers(errors);

      const answerOf = (candidates: readonly Answer[], value: unknown): Answer | undefined =>
        candidates.length === 1 ? candidates[0] : candidates.find((each) => each.matches(value));

      const send = (c: Context, candidates: readonly Answer[], value: unknown): Response | Promise<Response> | null => {
        const answer = answerOf(candidates, value);
        if (answer === undefined) return null;
        if (answer.empty) return answering.empty(c);
        const body = answer.encode(value);
        // An outage can end at any moment. A rate limit states how long it lasts.
        const seconds: unknown = Reflect.get(Object(value), "retry_after") ?? RETRY_AFTER;
        const more = answer.status === 503 ? { "retry-after": String(seconds) } : undefined;
        return Result.isSuccess(body) ? answering.json(c, answer.status, body.success, more) : null;
      };

      const share = (c: Context, key: string, version: string, value: unknown) => {
        const body = good[0]?.encode(value);
        if (body === undefined || Result.isFailure(body)) return null;
        return answering.sharedJson(c, kept.keep(key, version, cachedBody(JSON.stringify(body.success))));
      };

      /**
       * Stores the outcome of a successful request under its idempotency key, so that a repeated request doesn't run
       * again. The caller gets the response even if storing it fails.
       */
      const remember = async (begun: Begun, exit: Exit.Exit<unknown, unknown>): Promise<void> => {
        const answer = Exit.isSuccess(exit) ? answerOf(good, exit.value) : undefined;
        const body = answer?.empty === false && Exit.isSuccess(exit) ? answer.encode(exit.value) : null;
        const note = (): Promise<void> => {
          if (answer === undefined || (body !== null && Result.isFailure(body))) return begun.forget();
          return begun.finish(answer.status, body === null ? null : JSON.stringify(body.success));
        };
        await note()
          .catch(note)
          .catch((error: unknown) => logError(`${route}, recording its outcome`, error));
      };

      const internal = (c: Context) => answering.json(c, 500, INTERNAL);

      const takesKey = endpoint.method === "POST" && Annotations.get(endpoint.annotations, Repeatable);

      const answersAlike = Annotations.get(endpoint.annotations, Cacheable);

      const handle = async (c: Context): Promise<Response> => {
        nameRoute(endpoint.path);
        const key = answersAlike !== false && visitors.isUnknown(c) ? pathAndQuery(c) : null;
        const version = key === null ? "" : await visitors.version();
        const sharedBody = key === null ? null : kept.get(key, version);
        if (key !== null) metrics?.sharedAnswer(sharedBody !== null);
        if (sharedBody !== null) return answering.sharedJson(c, sharedBody);
        const asking = callerFor(c);
        const caller = asking instanceof Promise ? await asking : asking;
        const refusal = operation.refusal(caller);
        if (refusal !== null) return send(c, bad, refusal) ?? internal(c);
        const request: Partial<Record<Slot["name"], unknown>> = {};
        const problems: Issue[] = [];
        const take = (into: Slot, value: unknown): void => {
          const decoded = into.decode(value);
          if (Result.isSuccess(decoded)) request[into.name] = decoded.success;
          else problems.push(...requestIssues(into.name, decoded.failure));
        };
        if (params !== null) take(params, c.req.param());
        if (query !== null) take(query, queryOf(c));
        const text = payload === null ? "" : await c.req.text();
        if (payload !== null) {
          const json = Result.try((): unknown => JSON.parse(text));
          if (Result.isSuccess(json)) take(payload, json.success);
          else problems.push({ path: "payload", message: "Send the fields as a JSON object." });
        }
        const begun = takesKey && problems.length === 0 ? await idempotency.begin(c, caller, text) : null;
        if (begun !== null && "status" in begun) {
          if (begun.body === null) return answering.empty(c, begun.headers);
          return answering.json(c, begun.status, begun.body, begun.headers);
        }
        const exit = await exitOf(
          problems.length > 0
            ? Effect.fail(new InvalidRequest({ message: INVALID_REQUEST, issues: problems }))
            : operation.run(caller, request),
        );
        if (begun !== null) await remember(begun, exit);
        if (Exit.isSuccess(exit)) {
          const isShared = typeof answersAlike === "function" ? answersAlike(exit.value as never) : answersAlike;
          const sent = key === null || !isShared ? send(c, good, exit.value) : share(c, key, version, exit.value);
          if (sent === null) logError(route, "a response that doesn't match the contract");
          return sent ?? internal(c);
        }
        const failure = Cause.findError(exit.cause);
        const sent = Result.isSuccess(failure) ? send(c, bad, failure.success) : null;
        if (sent === null) logError(route, Cause.pretty(exit.cause));
        return sent ?? internal(c);
      };
      bound.push({ method: endpoint.method, path: endpoint.path, handle });
    },
  });
  const isRead = ({ method }: Bound): boolean => method === "GET";
  return { reads: routed(bound.filter(isRead)), writes: routed(bound.filter((each) => !isRead(each))) };
};
