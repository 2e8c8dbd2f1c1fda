import type * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import type { HttpApi, HttpApiEndpoint } from "effect/http-api";
import type { BacklotApi } from "./contract.ts";

/** The store could not be reached over the wire, or answered what the contract does not know. */
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

/** What an endpoint takes: `params`, `query` and `payload`, where it has them. */
export type RequestOf<E> = Flat<
  Part<"params", HttpApiEndpoint.Params<E>> &
    Part<"query", HttpApiEndpoint.Query<E>> &
    Part<"payload", HttpApiEndpoint.Payload<E>>
>;
/** What an endpoint answers. */
export type SuccessOf<E> = HttpApiEndpoint.Success<E> extends { readonly Type: infer T } ? T : never;
/** What an endpoint may fail with. */
export type ErrorsOf<E> = HttpApiEndpoint.Errors<E>;

type Args<R> = keyof R extends never ? [request?: R] : [request: R];
type Groups<Api extends HttpApi.Constraint> = Api extends { readonly groups: infer G } ? G : never;
type Endpoints<G> = G extends { readonly endpoints: infer E } ? E : never;

/** The driving port of any contract: a group of operations per area, derived and never written twice. */
export type StoreOf<Api extends HttpApi.Constraint> = {
  readonly [G in keyof Groups<Api>]: {
    readonly [E in keyof Endpoints<Groups<Api>[G]>]: (
      ...args: Args<RequestOf<Endpoints<Groups<Api>[G]>[E]>>
    ) => Effect.Effect<SuccessOf<Endpoints<Groups<Api>[G]>[E]>, ErrorsOf<Endpoints<Groups<Api>[G]>[E]> | Unreachable>;
  };
};

/** The store, as one caller sees it: the same type in process and over HTTP. */
export type Store = StoreOf<typeof BacklotApi>;
