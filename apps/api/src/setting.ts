import * as Config from "effect/Config";
import * as ConfigProvider from "effect/ConfigProvider";
import { BadSetting } from "./bad-setting.ts";
import { isWebAddress } from "./web-address.ts";

/** Fails with a one-line message that names the setting and a valid value. */
export const refuse = (message: string): Config.Config<never> =>
  Config.fail(new ConfigProvider.SourceError({ message }));

/** A setting's text, or null if it is missing or empty. */
export const optional = (name: string): Config.Config<string | null> =>
  Config.String(name).pipe(Config.withDefault(null));

/** A setting's text, or its default. */
export const text = <Usual extends string | null>(name: string, usual: Usual): Config.Config<string | Usual> =>
  Config.map(optional(name), (value) => value ?? usual);

/** A setting's text. Fails if it is missing. */
export const required = (name: string, example: string): Config.Config<string> =>
  Config.flatMap(optional(name), (value) =>
    value === null ? refuse(`${name} is not set: use a value such as ${example}.`) : Config.succeed(value),
  );

/** A parsed setting, or its default if it is missing. Fails with the `use` text if `parse` returns undefined. */
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

/** A whole number from 0 to 999,999. */
export const count = (name: string, usual: number): Config.Config<number> =>
  parsed(name, usual, (value) => (/^\d{1,6}$/.test(value) ? Number(value) : undefined), `a number, such as ${usual}`);

/** A number of seconds from 1 to 9,999. */
export const seconds = (name: string, usual: number): Config.Config<number> =>
  parsed(
    name,
    usual,
    (value) => (/^[1-9]\d{0,3}$/.test(value) ? Number(value) : undefined),
    `a number of seconds, such as ${usual}`,
  );

/** Whether a setting is on. Off by default. */
export const onOrOff = (name: string): Config.Config<boolean> =>
  parsed(name, false, (value) => (value === "on" ? true : value === "off" ? false : undefined), "on or off");

/** A web address, or null. */
export const webAddress = (name: string, use: string): Config.Config<string | null> =>
  parsed<string | null>(name, null, (value) => (isWebAddress(value) ? value : undefined), use);

/** The items of a list, without the blanks around them. None by default. */
export const list = (name: string, separator: string): Config.Config<readonly string[]> =>
  Config.map(optional(name), (value) => (value ?? "").split(separator).flatMap((each) => each.trim() || []));

/** Settings that are set all together, or none of them. `all` is a word for their number, such as "both". */
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
    // Each name has a value by now.
    return Config.succeed(Object.fromEntries(entries) as { readonly [Name in Names[number]]: string });
  });

/** Settings that pass a check. `check` throws BadSetting. */
export const checked = <A>(settings: Config.Config<A>, check: (value: A) => void): Config.Config<A> =>
  Config.flatMap(settings, (value) => {
    try {
      check(value);
      return Config.succeed(value);
    } catch (error) {
      if (error instanceof BadSetting) return refuse(error.message);
      throw error;
    }
  });
