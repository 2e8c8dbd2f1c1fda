import type * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import type { HttpApi, HttpApiEndpoint } from "effect/http-api";
import type { BacklotApi } from "./contract.ts";

/** The store could not be reached, or its response doesn't match the contract. */
export class Unreachable extends Schema.TaggedError<Unreachable>()("unreachable", {
  message: Schema.String,
  cause: Schema.optionalKey(Schema.Defect()),
}) {}

type Part<K extends string, S> = [S] extends [never]
  ? unknown
  : S extends { readonly Type: infer T }
    ? { readonly [_ in K]: T }
    : unknown;
type Flat<T> = { [K in keyof T]: T[K] } & {};

/** The request of an endpoint: its `params`, `query`, and `payload`, if it has them. */
export type RequestOf<E> = Flat<
  Part<"params", HttpApiEndpoint.Params<E>> &
    Part<"query", HttpApiEndpoint.Query<E>> &
    Part<"payload", HttpApiEndpoint.Payload<E>>
>;
export type SuccessOf<E> = HttpApiEndpoint.Success<E> extends { readonly Type: infer T } ? T : never;
export type ErrorsOf<E> = HttpApiEndpoint.Errors<E>;

type Args<R> = keyof R extends never ? [request?: R] : [request: R];
type Groups<Api extends HttpApi.Constraint> = Api extends { readonly groups: infer G } ? G : never;
type Endpoints<G> = G extends { readonly endpoints: infer E } ? E : never;

/** The driving port of a contract: one group of operations per API group, derived from its types. */
export type StoreOf<Api extends HttpApi.Constraint> = {
  readonly [G in keyof Groups<Api>]: {
    readonly [E in keyof Endpoints<Groups<Api>[G]>]: (
      ...args: Args<RequestOf<Endpoints<Groups<Api>[G]>[E]>>
    ) => Effect.Effect<SuccessOf<Endpoints<Groups<Api>[G]>[E]>, ErrorsOf<Endpoints<Groups<Api>[G]>[E]> | Unreachable>;
  };
};

/** One caller's view of the store. In-process and HTTP clients share this type. */
export type Store = StoreOf<typeof BacklotApi>;
