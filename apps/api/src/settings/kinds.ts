import { BadSetting } from "../bad-setting.ts";
import { isWebAddress } from "@backlot/domain";

/** How a setting is shown in `.env.example` and in the docs. */
interface Shown {
  /** An example value. Defaults to the setting's default. */
  readonly example?: string;
  /** The title of the section that starts with this setting. */
  readonly section?: string;
  /**
   * Example values of a setting that a store needs to start, outside production (null if not needed there) and in
   * production.
   */
  readonly needed?: { readonly trial: string | null; readonly live: string };
  /** Whether to leave it out of the docs, because only tests set it or it is the former name of another setting. */
  readonly isHidden?: true;
}

/** A setting: its meaning, its default, and how to read its value. */
export interface Setting<A> extends Shown {
  readonly means: string;
  /** The default as it would be written, or null if there is none. */
  readonly usual: string | null;
  /** Reads the value, or null if it is missing or empty. Throws BadSetting. */
  readonly read: (name: string, value: string | null) => A;
}

/** Creates a setting with a default. If `parse` returns undefined, the error says to use `use`. */
export const parsed = <A>(
  usual: A,
  parse: (value: string) => A | undefined,
  use: string,
  means: string,
  shown: Shown = {},
): Setting<A> => ({
  ...shown,
  means,
  usual: usual === null ? null : String(usual),
  read: (name, value) => {
    const settingValue = value === null ? usual : parse(value);
    if (settingValue === undefined) throw new BadSetting(`${name} is "${value}". Use ${use}.`);
    return settingValue;
  },
});

/** Creates a text setting with a default. */
export const text = (usual: string, means: string, shown: Shown = {}): Setting<string> => ({
  ...shown,
  means,
  usual,
  read: (_, value) => value ?? usual,
});

/** Creates a text setting that is null if it is missing or empty. */
export const optional = (means: string, shown: Shown & { readonly example: string }): Setting<string | null> => ({
  ...shown,
  means,
  usual: null,
  read: (_, value) => value,
});

/** Creates a text setting that every store needs to start. */
export const needed = (means: string, trial: string, live: string, shown: Shown = {}): Setting<string> => ({
  ...shown,
  means,
  usual: null,
  needed: { trial, live },
  read: (name, value) => {
    if (value === null) throw new BadSetting(`${name} is not set. Use a value such as ${live}.`);
    return value;
  },
});

/** Creates a setting for a whole number from 0 to 999,999. */
export const count = (usual: number, means: string, shown: Shown = {}): Setting<number> =>
  parsed(
    usual,
    (value) => (/^\d{1,6}$/.test(value) ? Number(value) : undefined),
    `a number, such as ${usual}`,
    means,
    shown,
  );

/** Creates a setting for a number of seconds from 1 to 9,999. */
export const seconds = (usual: number, means: string, shown: Shown = {}): Setting<number> =>
  parsed(
    usual,
    (value) => (/^[1-9]\d{0,3}$/.test(value) ? Number(value) : undefined),
    `a number of seconds, such as ${usual}`,
    means,
    shown,
  );

const portNumber = (value: string): number | undefined =>
  /^\d{1,5}$/.test(value) && Number(value) <= 65_535 ? Number(value) : undefined;

/** Creates a port setting with a default. 0 means any free port. */
export const port = (usual: number, means: string, shown: Shown = {}): Setting<number> =>
  parsed(usual, portNumber, `a number from 1 to 65535, such as ${usual}`, means, shown);

/** Creates a port setting that is null if it is missing. */
export const optionalPort = (means: string, example: string): Setting<number | null> =>
  parsed<number | null>(null, portNumber, `a number from 1 to 65535, such as ${example}`, means, { example });

export const onOrOff = (usual: boolean, means: string, shown: Shown = {}): Setting<boolean> => ({
  ...parsed(usual, (value) => (value === "on" ? true : value === "off" ? false : undefined), "on or off", means, shown),
  usual: usual ? "on" : "off",
});

/** Creates a setting that must be one of the given words. */
export const oneOf = <const Word extends string>(
  words: readonly Word[],
  usual: Word,
  means: string,
  shown: Shown = {},
): Setting<Word> => parsed(usual, (value) => words.find((word) => word === value), words.join(" or "), means, shown);

/** Creates a URL setting that is null if it is missing. */
export const webAddress = (means: string, example: string, shown: Shown = {}): Setting<string | null> =>
  parsed<string | null>(
    null,
    (value) => (isWebAddress(value) ? value : undefined),
    "a URL such as https://example.com, or unset it",
    means,
    { ...shown, example },
  );

/** Creates a list setting with trimmed texts. The list is empty if the setting is missing. */
export const list = (
  separator: string,
  means: string,
  shown: Shown & { readonly example: string },
): Setting<readonly string[]> => ({
  ...shown,
  means,
  usual: null,
  read: (_, value) => (value ?? "").split(separator).flatMap((each) => each.trim() || []),
});
