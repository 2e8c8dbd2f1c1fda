import * as Effect from "effect/Effect";
import * as Result from "effect/Result";
import * as Schema from "effect/Schema";
import * as SchemaIssue from "effect/SchemaIssue";
import * as HttpApi from "effect/http-api/HttpApi";
import { BacklotApi } from "./contract.ts";
import { InvalidRequest } from "./errors.ts";
import { type Store, mapOperations } from "./store.ts";

type Check = (value: unknown) => Result.Result<unknown, Schema.SchemaError>;

const readable = SchemaIssue.makeFormatterStandardSchemaV1();
const checks = new Map<string, readonly (readonly [slot: string, check: Check])[]>();

HttpApi.reflect(BacklotApi, {
  onGroup() {},
  onEndpoint({ group, endpoint }) {
    const bodies = [...endpoint.payload.values()].flatMap(({ schemas }) => [...schemas] as Schema.Top[]);
    const slots = [
      ["params", endpoint.params],
      ["query", endpoint.query],
      ["payload", bodies.length === 0 ? undefined : Schema.Union(bodies)],
    ] as const;
    checks.set(
      `${group.identifier}.${endpoint.identifier}`,
      slots.flatMap(([slot, schema]) =>
        schema === undefined
          ? []
          : [
              [
                slot,
                Schema.decodeUnknownResult(Schema.toType(schema) as Schema.Codec<unknown>, {
                  onExcessProperty: "error",
                  errors: "all",
                }),
              ] as const,
            ],
      ),
    );
  },
});

/**
 * A store that holds callers in the same process to the contract too: a page passes on what somebody typed, and a type
 * does not stop a number that is none.
 */
export const validatedStore = (store: Store): Store =>
  mapOperations(store, (operation, name) => (request = {}) => {
    const issues = (checks.get(name) ?? []).flatMap(([slot, check]) => {
      const checked = check(request[slot]);
      return Result.isSuccess(checked)
        ? []
        : readable(checked.failure.issue).issues.map((issue) => ({
            path: [slot, ...(issue.path ?? []).map((part) => String(typeof part === "object" ? part.key : part))].join(
              ".",
            ),
            message: issue.message,
          }));
    });
    return issues.length === 0
      ? operation(request)
      : Effect.fail(new InvalidRequest({ message: "The request is not as it should be.", issues }));
  });
