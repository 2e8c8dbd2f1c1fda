import { createHmac, timingSafeEqual } from "node:crypto";

const signatureOf = (value: string, secret: string): string =>
  createHmac("sha256", secret).update(value).digest("base64");

const isSignedWith = (value: string, signature: string, secret: string): boolean => {
  const [expected, given] = [Buffer.from(signatureOf(value, secret)), Buffer.from(signature)];
  return expected.length === given.length && timingSafeEqual(expected, given);
};

const decoded = (token: string): string => {
  try {
    return decodeURIComponent(token);
  } catch {
    return token;
  }
};

/** Returns a value with its signature, in better-auth's format for session tokens. */
export const signed = (value: string, secret: string): string =>
  encodeURIComponent(`${value}.${signatureOf(value, secret)}`);

/** Returns the value in a text that `signed` created with one of the secrets, or null for any other text. */
export const unsigned = (text: string, secrets: readonly string[]): string | null => {
  const plain = decoded(text);
  const dot = plain.lastIndexOf(".");
  const [value, signature] = [plain.slice(0, dot), plain.slice(dot + 1)];
  return secrets.some((secret) => isSignedWith(value, signature, secret)) ? value : null;
};

/**
 * Returns a function that signs a session token with the current secret if a retired one signed it, so that sessions
 * survive a change of the secret. Returns any other token unchanged.
 */
export const signAnew =
  (secret: string, retired: readonly string[]) =>
  (token: string): string => {
    if (retired.length === 0) return token;
    const value = unsigned(token, retired);
    return value === null ? token : signed(value, secret);
  };
