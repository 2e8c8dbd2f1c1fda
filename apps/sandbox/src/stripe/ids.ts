import { randomBytes } from "node:crypto";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** Random letters and digits. */
export const randomToken = (length: number): string =>
  Array.from(randomBytes(length), (byte) => ALPHABET[byte % ALPHABET.length]).join("");

/** A new id with the prefix of its kind, such as `cus_…`. */
export const newId = (prefix: string): string => `${prefix}_${randomToken(24)}`;

/** The id of an object, expanded or not. */
export const idOf = (reference: string | { readonly id: string }): string =>
  typeof reference === "string" ? reference : reference.id;
