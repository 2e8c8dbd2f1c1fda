import { message } from "@backlot/domain";
import { InvalidRequest, SessionRequired, type Store, Unauthorized } from "@backlot/ports";
import * as Cause from "effect/Cause";
import * as Effect from "effect/Effect";
import * as Exit from "effect/Exit";
import * as Result from "effect/Result";
import * as Schema from "effect/Schema";
import * as SchemaIssue from "effect/SchemaIssue";
import * as HttpApi from "effect/http-api/HttpApi";
import * as HttpApiSchema from "effect/http-api/HttpApiSchema";
import { type Context, Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { RETRY_AFTER } from "./outages.ts";

/** A codec without services of its own: all that a contract of ours is made of. */
type Codec = Schema.Codec<unknown, unknown>;
type Issue = InvalidRequest["issues"][number];

const STRICT = { onExcessProperty: "error", errors: "all" } as const;
const readable = SchemaIssue.makeFormatterStandardSchemaV1();

const issuesIn = (slot: string, error: Schema.SchemaError): readonly Issue[] =>
  readable(error.issue).issues.map((issue) => ({
    path: [slot, ...(issue.path ?? []).map((part) => String(typeof part === "object" ? part.key : part))].join("."),
    message: issue.message,
  }));

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

type Operation = (request: object) => Effect.Effect<unknown, unknown>;

/** The operation of a store by its names; a contract and a store that don't fit are a mistake found at start. */
const operationOf = (store: Store, group: string, endpoint: string): Operation => {
  const groups: Readonly<Record<string, Readonly<Record<string, unknown>>>> = store;
  const operation = groups[group]?.[endpoint];
  if (typeof operation !== "function") throw new Error(`the store has no operation ${group}.${endpoint}`);
  return operation as Operation;
};

/** A store as one caller sees it. */
export interface OpenedStore {
  readonly store: Store;
  readonly isSignedIn: boolean;
}

const internal = (c: Context): Response =>
  c.json({ error: { code: "internal", message: "Something went wrong." } }, 500);

/**
 * Routes for every operation of a contract, by reflection: what comes in is decoded by the contract's schemas, which
 * are prepared once, and what goes out is encoded by them. `openFor` gives the store as the caller of a request
 * sees it. A stranger is told so before anything of the request is judged. (ACC-05)
 */
export const mountContract = <Id extends string, Groups extends import("effect/http-api/HttpApiGroup").Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  openFor: (c: Context) => Promise<OpenedStore>,
  onDefect: (what: unknown, route: string) => void,
): Hono => {
  const app = new Hono({ strict: false });
  HttpApi.reflect(api, {
    onGroup() {},
    onEndpoint({ group, endpoint, middleware, successes, errors }) {
      const route = `${endpoint.method} ${endpoint.path}`;
      const params = slot("params", endpoint.params);
      const query = slot("query", endpoint.query && Schema.toCodecArrayFromSingle(endpoint.query));
      const bodies = [...endpoint.payload.values()].flatMap(({ schemas }) => [...schemas] as Schema.Top[]);
      const payload = slot("payload", bodies.length === 0 ? undefined : Schema.Union(bodies));
      const good = answers(successes);
      const bad = answers(errors);

      const send = (c: Context, known: readonly Answer[], value: unknown): Response | null => {
        const answer = known.length === 1 ? known[0] : known.find((each) => each.matches(value));
        if (answer === undefined) return null;
        if (answer.empty) return c.body(null, 204);
        const body = answer.encode(value);
        // What is out of reach may be back at once; who tried too often has to wait longer.
        const isOutage = answer.status === 503 && Reflect.get(Object(value), "_tag") !== "too_many_attempts";
        if (isOutage) c.header("retry-after", RETRY_AFTER);
        return Result.isSuccess(body) ? c.json(body.success, answer.status as ContentfulStatusCode) : null;
      };

      const needsSession = [...middleware].some((each) => each.key === SessionRequired.key);

      app.on(endpoint.method, endpoint.path, async (c) => {
        const opened = needsSession ? await openFor(c) : null;
        if (opened?.isSignedIn === false) {
          const refused = new Unauthorized({ message: message("unauthorized") });
          return send(c, bad, refused) ?? internal(c);
        }
        const request: Partial<Record<Slot["name"], unknown>> = {};
        const problems: Issue[] = [];
        const take = (into: Slot | null, value: unknown): void => {
          if (into === null) return;
          const decoded = into.decode(value);
          if (Result.isSuccess(decoded)) request[into.name] = decoded.success;
          else problems.push(...issuesIn(into.name, decoded.failure));
        };
        take(params, c.req.param());
        take(
          query,
          Object.fromEntries(
            Object.entries(c.req.queries()).map(([name, all]) => [name, all.length === 1 ? all[0] : all]),
          ),
        );
        if (payload !== null) {
          const text = await c.req.text();
          const json = Result.try((): unknown => JSON.parse(text));
          if (Result.isSuccess(json)) take(payload, json.success);
          else problems.push({ path: "payload", message: "Send the fields as a JSON object" });
        }
        const operation =
          problems.length > 0
            ? null
            : operationOf((opened ?? (await openFor(c))).store, group.identifier, endpoint.identifier);
        const exit = await Effect.runPromiseExit(
          operation === null
            ? Effect.fail(new InvalidRequest({ message: "The request is not as it should be.", issues: problems }))
            : Effect.suspend(() => operation(request)),
        );
        if (Exit.isSuccess(exit)) {
          const sent = send(c, good, exit.value);
          if (sent === null) onDefect("an answer that the contract does not know", route);
          return sent ?? internal(c);
        }
        const failure = Cause.findError(exit.cause);
        const sent = Result.isSuccess(failure) ? send(c, bad, failure.success) : null;
        if (sent === null) onDefect(Cause.pretty(exit.cause), route);
        return sent ?? internal(c);
      });
    },
  });
  return app;
};
