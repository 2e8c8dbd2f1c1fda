import { emailKey } from "../kernel/email-address.ts";
import { COMMON_PASSWORDS } from "./common-passwords.ts";

const folded = (password: string): string => password.normalize("NFC").toLowerCase();

/** Returns whether a text repeats one character, or counts up or down, such as "aaaaaa", "345678", and "fedcba". */
const isRun = (text: string): boolean => {
  const points = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  const steps = points.slice(1).map((point, place) => point - (points[place] ?? 0));
  const [first = 0] = steps;
  return Math.abs(first) <= 1 && steps.every((step) => step === first);
};

/** The most common leaked passwords, in lowercase. */
export type CommonPasswords = Pick<ReadonlySet<string>, "has">;

/** An empty list, for channels without a list of leaked passwords. */
export const NO_LIST: CommonPasswords = { has: () => false };

/** Returns whether a password, ignoring case, is in the built-in list or the given list of common passwords. */
export const isGuessedFirst = (password: string, common: CommonPasswords): boolean => {
  const tried = folded(password);
  return COMMON_PASSWORDS.has(tried) || common.has(tried) || isRun(tried) || isRun(tried.replace(/0$/, ":"));
};

/** Returns whether a password is the account's email address, or the part before its "@". */
export const isOwnAddress = (password: string, email: string): boolean => {
  const [address, tried] = [emailKey(email), emailKey(password)];
  return tried === address || tried === address.slice(0, address.lastIndexOf("@"));
};
