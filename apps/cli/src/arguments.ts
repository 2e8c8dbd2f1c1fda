import { userInfo } from "node:os";
import {
  type Instant,
  type LicenseId,
  MAX_ACTOR_LENGTH,
  MAX_REASON_LENGTH,
  type PriceList,
  type Ratio,
  characterCount,
  instantOf,
  licenseNamed,
  revenueNamed,
  taxPercentNamed,
  taxRate,
} from "@backlot/domain";
import { PriceList as PriceListSchema } from "@backlot/domain/pricing/price-list.schema";
import { type Command, InvalidArgumentError, Option } from "commander";
import { readJsonFile } from "./json-file.ts";
import { CommandFailed } from "./output.ts";
import { withProfile } from "./profiles.ts";

/** Parses a license id from 1 to 6. */
export const licenseArgument = (text: string): LicenseId => {
  const license = licenseNamed(text);
  if (license === null) throw new InvalidArgumentError("Use a license from 1 to 6.");
  return license;
};
/** The largest number that an argument accepts. The store's columns can't store larger numbers. */
const LARGEST = 2_000_000_000;

/** Parses a whole number, 0 or more. */
export const wholeArgument = (text: string): number => {
  if (!/^\d{1,10}$/.test(text) || Number(text) > LARGEST)
    throw new InvalidArgumentError("Use a whole number, 0 or more.");
  return Number(text);
};
/** Parses an annual revenue in US dollars. */
export const revenueArgument = (text: string): number => {
  const dollars = revenueNamed(text);
  if (dollars === null) throw new InvalidArgumentError("Use an amount such as 4000000, 4,000,000, or 4M.");
  return dollars;
};
/** Parses a whole number, 1 or more. */
export const countArgument = (text: string): number => {
  if (!/^[1-9]\d{0,9}$/.test(text) || Number(text) > LARGEST)
    throw new InvalidArgumentError("Use a whole number, 1 or more.");
  return Number(text);
};
/** Parses an amount in cents, 1 or more. */
export const centsArgument = (text: string): number => {
  if (!/^[1-9]\d{0,9}$/.test(text) || Number(text) > LARGEST)
    throw new InvalidArgumentError("Use whole cents, such as 1050 for $10.50.");
  return Number(text);
};
/** Parses a tax percentage with up to four decimals. */
export const taxArgument = (text: string): Ratio => {
  const percent = taxPercentNamed(text);
  if (percent === null) throw new InvalidArgumentError("Use a percentage such as 8.25.");
  return taxRate(percent);
};
/** Parses a UTC date or time. */
export const timeArgument = (text: string): Instant => {
  const isValid =
    /^20\d{2}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z)?$/.test(text) && !Number.isNaN(Date.parse(text));
  // Date.parse rolls a day such as February 30 over into the next month; reject it.
  if (!isValid || !instantOf(text).startsWith(text.slice(0, 10))) {
    throw new InvalidArgumentError("Use a date such as 2026-11-21 or 2026-11-21T10:00:00Z.");
  }
  return instantOf(text);
};

/**
 * Options that commands share: `json` prints JSON, `store` is the URL of a running store, and `prices` a price list
 * from a file.
 */
export interface Common {
  readonly json?: boolean;
  readonly store?: string;
  readonly prices?: PriceList;
}
/** The acting staff member and the reason, for the store's log. */
export interface ByStaff {
  readonly by: string;
  readonly reason: string;
}

/** Returns the name of the system user, or an empty string if the system has none. */
const userOfSystem = (): string => {
  try {
    return userInfo().username;
  } catch {
    return "";
  }
};

/** Returns a parser for one line of text with up to `maximum` characters. */
export const wordsArgument =
  (maximum: number) =>
  (text: string): string => {
    const words = text.trim();
    if (words === "" || characterCount(words) > maximum || /\p{Cc}/u.test(words))
      throw new InvalidArgumentError(`Use one line of text, up to ${maximum} characters.`);
    return words;
  };

/** Returns the staff options as an API payload. Fails if no name is given. */
export const byStaff = ({ by: actor, reason: why }: ByStaff): { readonly actor: string; readonly reason: string } => {
  if (actor === "") throw new CommandFailed("usage", "Pass your name with --by, or set BACKLOT_STAFF.");
  return { actor, reason: why };
};

export const reason = () =>
  new Option("--reason <text>", "reason for the audit log (required)")
    .argParser(wordsArgument(MAX_REASON_LENGTH))
    .makeOptionMandatory();
export const by = () =>
  new Option("--by <name>", "your name for the audit log; ignored with a personal key")
    .env("BACKLOT_STAFF")
    .default(userOfSystem(), "your system username")
    .argParser(wordsArgument(MAX_ACTOR_LENGTH));
export const json = () => new Option("--json", "print JSON");
export const store = () => new Option("--store <url>", "URL of a running store").env("BACKLOT_URL");
/** Reads a price list from a file. Fails with the errors and their locations. */
export const readPriceList = (path: string): Promise<PriceList> =>
  readJsonFile(path, PriceListSchema, "a price list file (see backlot prices export)");

/**
 * Adds `--store`, `--no-store`, and `--prices` to a command that can use the built-in prices. With `--prices`, the
 * command ignores a saved store.
 */
export const asksPrices = (command: Command): Command =>
  command
    .addOption(store())
    .addOption(new Option("--no-store", "use the prices that ship with Backlot, even if a store is saved"))
    .addOption(new Option("--prices <file>", "use a price list from a file (see backlot prices export)"))
    .hook("preAction", async (_, action) => {
      const { store: given, prices: file } = action.opts<{ store?: string | false; prices?: string }>();
      const prices = file === undefined ? undefined : await readPriceList(file);
      const isOffline = given === false || prices !== undefined;
      action.setOptionValue("store", isOffline ? undefined : withProfile({ store: given }).store);
      action.setOptionValue("prices", prices);
    });
export const supportKey = () =>
  new Option("--key <key>", "your personal or shared support key").env("BACKLOT_SUPPORT_KEY");
/** Adds `--reason` and `--by`, which the store logs, to a command that changes the store. */
export const takesReason = (command: Command): Command => command.addOption(reason()).addOption(by());
export const pretty = (value: unknown): string => JSON.stringify(value, null, 2);

const AT = "--store http://127.0.0.1:3000";

/** Returns a function that adds a subcommand for support staff, with its `--store`, `--key`, `--json`, and examples. */
export const asksSupport =
  (parent: Command) =>
  (name: string, description: string, examples: readonly string[]): Command =>
    parent
      .command(name)
      .description(description)
      .addOption(store())
      .addOption(supportKey())
      .addOption(json())
      .addHelpText(
        "after",
        `\nExamples:\n${examples.map((each) => `  $ backlot ${parent.name()} ${each} ${AT}`).join("\n")}`,
      );
