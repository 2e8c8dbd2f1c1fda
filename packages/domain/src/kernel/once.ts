/**
 * Returns a function that creates a value on its first call and returns the same value afterward. For values such as
 * formatters, which take milliseconds to create.
 */
export const once = <A extends object>(create: () => A): (() => A) => {
  let created: A | undefined;
  return () => (created ??= create());
};
