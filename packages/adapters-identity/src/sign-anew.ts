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

/**
 * Returns a function that signs a session token with the current secret if a retired one signed it, so that sessions
 * outlive a change of the secret. Returns every other token as it is.
 */
export const signAnew =
  (secret: string, retired: readonly string[]) =>
  (token: string): string => {
    if (retired.length === 0) return token;
    const signed = decoded(token);
    const dot = signed.lastIndexOf(".");
    const [value, signature] = [signed.slice(0, dot), signed.slice(dot + 1)];
    return retired.some((old) => isSignedWith(value, signature, old))
      ? encodeURIComponent(`${value}.${signatureOf(value, secret)}`)
      : token;
  };
