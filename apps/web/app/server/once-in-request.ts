/**
 * Returns a function that reads a value once per request, which is its first argument. Later calls get the first
 * result, whatever their other arguments. Use it only in loaders, because the value would be stale after an action
 * changes it.
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
