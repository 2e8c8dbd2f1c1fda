import { AsyncLocalStorage } from "node:async_hooks";

/** Facts about the current request. */
export interface RequestScope {
  readonly id: string;
  /** The pattern of its path, such as "/api/orders/:id", once a route has matched. */
  route: string | null;
}

const scopes = new AsyncLocalStorage<RequestScope>();

/** Runs work for a request. Anything the work starts can read the scope. */
export const withinRequest = <A>(scope: RequestScope, work: () => A): A => scopes.run(scope, work);

/** Returns the scope of the running request, or null outside of requests. */
export const currentRequest = (): RequestScope | null => scopes.getStore() ?? null;

/** Sets the route of the running request. */
export const nameRoute = (route: string): void => {
  const scope = scopes.getStore();
  if (scope !== undefined) scope.route = route;
};
