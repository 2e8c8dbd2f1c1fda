/** The maximum length of an email address, in characters (RFC 5321). */
export const MAX_EMAIL_LENGTH = 254;

const MAX_LOCAL_LENGTH = 64;

/** The part before the "@": words of RFC 5322's `atext`, separated by single dots. */
const LOCAL = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;

/** The characters that people type in a domain, in any script. Includes the periods of CJK keyboards. */
const TYPED_DOMAIN = /^[\p{L}\p{M}\p{N}.\u3002\uff0e\uff61-]+$/u;

const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** Returns a domain in DNS form, in lowercase ASCII, or null if it isn't valid in DNS. */
const dnsDomain = (typed: string): string | null => {
  if (!TYPED_DOMAIN.test(typed)) return null;
  try {
    const { hostname } = new URL(`http://${typed}`);
    return DOMAIN.test(hostname) ? hostname : null;
  } catch {
    return null;
  }
};

/**
 * Returns an email address in stored form, or null if the text isn't one. Every form and command uses this rule.
 * Ignores surrounding whitespace. The domain may be in any script and becomes ASCII; the part before the "@" must be
 * ASCII, because few mail servers deliver anything else.
 */
export const emailAddress = (text: string): string | null => {
  const typed = text.trim();
  const at = typed.lastIndexOf("@");
  const local = typed.slice(0, Math.max(0, at));
  if (local.length > MAX_LOCAL_LENGTH || !LOCAL.test(local)) return null;
  const domain = dnsDomain(typed.slice(at + 1).normalize("NFC"));
  const address = `${local}@${domain}`;
  return domain === null || address.length > MAX_EMAIL_LENGTH ? null : address;
};

/** Returns whether a text is an email address, ignoring surrounding whitespace. */
export const isEmail = (text: string): boolean => emailAddress(text) !== null;

/** Returns an email address in stored form, for lookups. A text that isn't an address is only trimmed. */
export const soughtEmail = (text: string): string => emailAddress(text) ?? text.trim();

/** Returns a key that is the same for all spellings of an email address, so that each mailbox has one account. */
export const emailKey = (text: string): string => soughtEmail(text).toLowerCase();

/** Returns the domain of an email address, in lowercase ASCII. */
export const emailDomain = (email: string): string => {
  const key = emailKey(email);
  return key.slice(key.lastIndexOf("@") + 1);
};
