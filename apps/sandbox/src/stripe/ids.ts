import { randomBytes } from "node:crypto";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** Returns random letters and digits. */
export const randomToken = (length: number): string =>
  Array.from(randomBytes(length), (byte) => ALPHABET[byte % ALPHABET.length]).join("");

/** Creates an id with a prefix, such as `cus_…`. */
export const newId = (prefix: string): string => `${prefix}_${randomToken(24)}`;

/** Returns the id of a reference, expanded or not. */
export const idOf = (reference: string | { readonly id: string }): string =>
  typeof reference === "string" ? reference : reference.id;
