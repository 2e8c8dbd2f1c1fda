import * as Config from "effect/Config";
import * as ConfigProvider from "effect/ConfigProvider";
import { BadSetting } from "./bad-setting.ts";
import { isWebAddress } from "./web-address.ts";

/** Creates a setting that fails with a one-line message. The message should name the setting and a valid value. */
export const refuse = (message: string): Config.Config<never> =>
  Config.fail(new ConfigProvider.SourceError({ message }));

/** Reads a setting as text; null if it is missing or empty. */
export const optional = (name: string): Config.Config<string | null> =>
  Config.String(name).pipe(Config.withDefault(null));

/** Reads a setting as text. `usual` is the default. */
export const text = <Usual extends string | null>(name: string, usual: Usual): Config.Config<string | Usual> =>
  Config.map(optional(name), (value) => value ?? usual);

/** Reads a setting as text. Fails if it is missing; the message shows the `example`. */
export const required = (name: string, example: string): Config.Config<string> =>
  Config.flatMap(optional(name), (value) =>
    value === null ? refuse(`${name} is not set: use a value such as ${example}.`) : Config.succeed(value),
  );

/**
 * Reads and parses a setting; `usual` is the default. If `parse` returns undefined, fails with a message that ends in
 * "use" and the `use` text.
 */
export const parsed = <A>(
  name: string,
  usual: A,
  parse: (value: string) => A | undefined,
  use: string,
): Config.Config<A> =>
  Config.flatMap(optional(name), (value) => {
    const found = value === null ? usual : parse(value);
    return found === undefined ? refuse(`${name} is "${value}": use ${use}.`) : Config.succeed(found);
  });

/** Reads a whole number from 0 to 999,999. `usual` is the default. */
export const count = (name: string, usual: number): Config.Config<number> =>
  parsed(name, usual, (value) => (/^\d{1,6}$/.test(value) ? Number(value) : undefined), `a number, such as ${usual}`);

/** Reads a number of seconds from 1 to 9,999. `usual` is the default. */
export const seconds = (name: string, usual: number): Config.Config<number> =>
  parsed(
    name,
    usual,
    (value) => (/^[1-9]\d{0,3}$/.test(value) ? Number(value) : undefined),
    `a number of seconds, such as ${usual}`,
  );

/** Reads a setting that is "on" or "off". `usual` is the default. */
export const onOrOff = (name: string, usual = false): Config.Config<boolean> =>
  parsed(name, usual, (value) => (value === "on" ? true : value === "off" ? false : undefined), "on or off");

/** Reads a web address; null if it is missing. `use` describes a valid value for the error message. */
export const webAddress = (name: string, use: string): Config.Config<string | null> =>
  parsed<string | null>(name, null, (value) => (isWebAddress(value) ? value : undefined), use);

/** Reads a list and trims its items; empty if the setting is missing. */
export const list = (name: string, separator: string): Config.Config<readonly string[]> =>
  Config.map(optional(name), (value) => (value ?? "").split(separator).flatMap((each) => each.trim() || []));

/**
 * Reads settings that must be set together; null if none is set. Fails if only some are. `all` is a word for their
 * number in the error message, such as "both".
 */
export const together = <const Names extends readonly string[]>(
  names: Names,
  all: string,
): Config.Config<{ readonly [Name in Names[number]]: string } | null> =>
  Config.flatMap(Config.all(names.map(optional)), (values) => {
    const set = names.filter((_, index) => values[index] !== null);
    if (set.length === 0) return Config.succeed(null);
    const missing = names.filter((_, index) => values[index] === null);
    if (missing.length > 0)
      return refuse(`${set.join(" and ")} is set without ${missing.join(" and ")}: set ${all}, or none.`);
    const entries = names.map((name, index) => [name, values[index]]);
    // Every name has a value here.
    return Config.succeed(Object.fromEntries(entries) as { readonly [Name in Names[number]]: string });
  });

/** Turns settings into others. Fails if `read` throws BadSetting. */
export const attempt = <A, B>(settings: Config.Config<A>, read: (value: A) => B): Config.Config<B> =>
  Config.flatMap(settings, (value) => {
    try {
      return Config.succeed(read(value));
    } catch (error) {
      if (error instanceof BadSetting) return refuse(error.message);
      throw error;
    }
  });

/** Runs a check on settings and returns them. Fails if `check` throws BadSetting. */
export const checked = <A>(settings: Config.Config<A>, check: (value: A) => void): Config.Config<A> =>
  attempt(settings, (value) => {
    check(value);
    return value;
  });
