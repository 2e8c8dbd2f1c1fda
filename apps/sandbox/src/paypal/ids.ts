import { randomBytes } from "node:crypto";

const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ0123456789";

/** Creates a random id in PayPal's format: a prefix, then capital letters and digits. */
export const newId = (prefix = "", length = 17): string =>
  prefix + Array.from(randomBytes(length), (byte) => LETTERS[byte % LETTERS.length]).join("");
