import { randomBytes } from "node:crypto";

const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ0123456789";

/** A new id as PayPal makes them: capital letters and digits, after a prefix where its kind has one. */
export const newId = (prefix = "", length = 17): string =>
  prefix + Array.from(randomBytes(length), (byte) => LETTERS[byte % LETTERS.length]).join("");
