import type { ErrorsOf, PaymentProviderUnavailable, ProviderUnreachable, RequestOf, SuccessOf } from "@backlot/ports";
import type { CurrentCaller } from "@backlot/ports";
import type * as Effect from "effect/Effect";
import type { HttpApiEndpoint } from "effect/http-api";
import type { StoreServices } from "./store-services.ts";

type EndpointsOf<Group> = Group extends { readonly endpoints: infer Endpoints } ? Endpoints : never;

/** The return value of a handler: the contents of the contract's `{ data }` envelope, if there is one. */
type Unwrapped<Success> = Success extends { readonly data: infer Data }
  ? keyof Success extends "data"
    ? Data
    : Success
  : Success;

/**
 * The provider outage that a handler can fail with, if its contract declares a 503 response. `operationsOf` converts
 * the outage to that response.
 */
type Outage<Errors> = ProviderUnreachable extends Errors ? PaymentProviderUnavailable : never;

/**
 * An endpoint's handler, typed by the contract. It can require only the store's services, the caller, and the services
 * from the endpoint's middleware. Requiring an account in a public operation, or writing outside a transaction, doesn't
 * compile.
 */
export type Handler<Endpoint> = (
  request: RequestOf<Endpoint>,
) => Effect.Effect<
  Unwrapped<SuccessOf<Endpoint>>,
  ErrorsOf<Endpoint> | Outage<ErrorsOf<Endpoint>>,
  StoreServices | CurrentCaller | HttpApiEndpoint.MiddlewareProvides<Endpoint>
>;

/** A handler for every endpoint of a contract group. */
export type Handlers<Group> = {
  readonly [Name in keyof EndpointsOf<Group>]: Handler<EndpointsOf<Group>[Name]>;
};

/** Checks that handlers cover a contract group exactly, and returns them. */
export const implement = <Group>(_group: Group, handlers: Handlers<Group>): Handlers<Group> => handlers;
