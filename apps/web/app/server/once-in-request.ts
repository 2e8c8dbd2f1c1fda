/**
 * Returns a function that reads a value once per request, named by the request's first argument. Later calls get the
 * first result, whatever their other arguments. For loaders only: after an action changes the value, it would be stale.
 */
export const onceInRequest = <Request extends object, Rest extends readonly unknown[], A>(
  read: (request: Request, ...rest: Rest) => A,
): ((request: Request, ...rest: Rest) => A) => {
  const kept = new WeakMap<Request, { readonly read: A }>();
  return (request, ...rest) => {
    const entry = kept.get(request) ?? { read: read(request, ...rest) };
    kept.set(request, entry);
    return entry.read;
  };
};
