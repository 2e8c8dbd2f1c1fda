import type { HttpApiEndpoint } from "effect/http-api";
import type { BacklotApi } from "./contract.ts";

type Groups = typeof BacklotApi extends { readonly groups: infer G } ? G : never;
type EndpointsOf<G> = G extends { readonly endpoints: infer E } ? E[keyof E] : never;
type Posted = Extract<EndpointsOf<Groups[keyof Groups]>, { readonly method: "POST"; readonly path: string }>;
type Fixed = Exclude<Posted, { readonly path: `${string}:${string}` }>;
type ByPath = { readonly [Endpoint in Fixed as Endpoint["path"]]: Endpoint };

/** A parameterless API path that accepts POST. */
export type PostPath = keyof ByPath;

export type PostBody<Path extends PostPath> =
  HttpApiEndpoint.Payload<ByPath[Path]> extends { readonly Type: infer Body } ? Body : never;

export type PostAnswer<Path extends PostPath> =
  HttpApiEndpoint.Success<ByPath[Path]> extends { readonly Type: infer Answer } ? Answer : never;
