// Argument checks for callers in untyped languages. Each error names the argument and the expected value.

/** Checks a value. Throws a TypeError that names the argument `at`. */
export type Check = (value: unknown, at: string) => void;

const shown = (value: unknown): string => {
  if (value === undefined) return "missing";
  if (typeof value === "string") return `"${value}" (a string)`;
  return typeof value === "object" && value !== null
    ? Array.isArray(value)
      ? "an array"
      : "an object"
    : String(value);
};

const refuse = (value: unknown, at: string, use: string): never => {
  throw new TypeError(`${at} is ${shown(value)}. Use ${use}.`);
};

/** Returns a check for values that pass a test. `use` describes the expected value. */
export const only =
  (use: string, test: (value: unknown) => boolean): Check =>
  (value, at) =>
    void (test(value) || refuse(value, at, use));

/** Returns a check for one of the given values. */
export const oneOf = (...values: readonly unknown[]): Check =>
  only(values.map((value) => JSON.stringify(value)).join(" or "), (value) => values.includes(value));

/** Returns a check for whole numbers from `from` to `to`. `what` names them, and `such` adds an example. */
export const whole = (what: string, from: number, to: number, such = ""): Check =>
  only(
    `${what} from ${from} to ${to}${such}`,
    (value) => Number.isSafeInteger(value) && Number(value) >= from && Number(value) <= to,
  );

/** Returns a check for an object with the given fields. Other fields are allowed. */
export const fields =
  (checks: Readonly<Record<string, Check>>): Check =>
  (value, at) => {
    if (typeof value !== "object" || value === null || Array.isArray(value))
      refuse(value, at, `an object with ${Object.keys(checks).join(", ")}`);
    for (const [name, check] of Object.entries(checks)) check(Reflect.get(Object(value), name), `${at}.${name}`);
  };

/** Returns a check for an array. */
export const list =
  (check: Check): Check =>
  (value, at) => {
    if (!Array.isArray(value)) refuse(value, at, "an array");
    for (const [index, each] of (value as readonly unknown[]).entries()) check(each, `${at}[${index}]`);
  };

/** Returns a check that also accepts a missing value. */
export const optional =
  (check: Check): Check =>
  (value, at) =>
    void (value === undefined || check(value, at));

/** Returns a check that also accepts null. */
export const nullable =
  (check: Check): Check =>
  (value, at) =>
    void (value === null || check(value, at));

/**
 * Returns a function that checks its arguments in order before calling `work`. It creates the checks on each call, so
 * that bundlers can drop unused ones.
 */
export const checked = <F extends (...given: never[]) => unknown>(
  work: F,
  checks: () => readonly (readonly [name: string, check: Check])[],
): F =>
  ((...given: Parameters<F>) => {
    for (const [index, [name, check]] of checks().entries()) check(given[index], name);
    return work(...given);
  }) as F;
