import type { HttpApiEndpoint } from "effect/http-api";
import type { BacklotApi } from "./contract.ts";

type Groups = typeof BacklotApi extends { readonly groups: infer G } ? G : never;
type EndpointsOf<G> = G extends { readonly endpoints: infer E } ? E[keyof E] : never;
type Endpoint = Extract<EndpointsOf<Groups[keyof Groups]>, { readonly method: string; readonly path: string }>;
type ByCall = { readonly [E in Endpoint as `${E["method"]} ${E["path"]}`]: E };

/** An operation of the API by its method and path, such as "GET /api/collections/:slug/related". */
export type ApiCall = keyof ByCall;

type TypeOf<S> = S extends { readonly Type: infer T } ? T : never;

/** A part of a request: nothing if the operation has none, optional if all of its fields are. */
type Part<Name extends string, S> = [TypeOf<S>] extends [never]
  ? { readonly [N in Name]?: never }
  : object extends TypeOf<S>
    ? { readonly [N in Name]?: TypeOf<S> }
    : { readonly [N in Name]: TypeOf<S> };

/** A call's parameters in the path, its query, and its body. */
export type CallRequest<C extends ApiCall> = Part<"params", HttpApiEndpoint.Params<ByCall[C]>> &
  Part<"query", HttpApiEndpoint.Query<ByCall[C]>> &
  Part<"payload", HttpApiEndpoint.Payload<ByCall[C]>>;

/** A call's response body. */
export type CallResponse<C extends ApiCall> = TypeOf<HttpApiEndpoint.Success<ByCall[C]>>;

type Fixed<C> = C extends `${string}:${string}` ? never : C;

/** A parameterless API path that accepts POST. */
export type PostPath = Fixed<ApiCall> extends infer C ? (C extends `POST ${infer Path}` ? Path : never) : never;

export type PostBody<Path extends PostPath> = TypeOf<HttpApiEndpoint.Payload<ByCall[`POST ${Path}` & ApiCall]>>;

export type PostResponse<Path extends PostPath> = CallResponse<`POST ${Path}` & ApiCall>;
