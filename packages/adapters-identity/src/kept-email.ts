// The addresses that better-auth accepts (zod's `z.email()` pattern). Mail servers accept more.
const ACCEPTED = /^(?!\.)(?!.*\.\.)([a-z0-9_'+\-.]*)[a-z0-9_+-]@([a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/;

/** A domain that has no mailboxes (RFC 6761). */
const STAND_IN = "@encoded.invalid";

/**
 * Returns an email address as better-auth stores it: in lowercase, and encoded as an address that better-auth accepts
 * if it would reject the original, such as "a&b@example.com".
 */
export const keptEmail = (email: string): string => {
  const address = email.toLowerCase();
  return ACCEPTED.test(address) && !address.endsWith(STAND_IN)
    ? address
    : `${Buffer.from(address).toString("hex")}${STAND_IN}`;
};

/** Returns the email address that {@link keptEmail} stored. */
export const emailOf = (kept: string): string =>
  kept.endsWith(STAND_IN) ? Buffer.from(kept.slice(0, -STAND_IN.length), "hex").toString() : kept;
