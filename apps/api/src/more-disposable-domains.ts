/**
 * Domains of well-known disposable email services that `disposable-email-domains-js` 1.26.0 lacks. Compiled by hand, so
 * it is short and can miss some. Services that forward to a permanent mailbox until its owner stops them, such as
 * addy.io and SimpleLogin, are deliberately absent: their addresses last.
 */
export const MORE_DISPOSABLE_DOMAINS: readonly string[] = [
  // spamgourmet forwards a fixed number of emails and discards the rest. Its addresses can use all of these domains.
  "spamgourmet.com",
  "spamgourmet.net",
  "spamgourmet.org",
  "antichef.com",
  "antichef.net",
  "dfgh.net",
  "neverbox.com",
  "recursor.net",
  "spamcannon.com",
  "spamcannon.net",
  "xoxy.net",
  "owlymail.com",
  "temp-mail.io",
  "temp-mail.net",
  "tempmail.com",
  "tempmail.io",
  "tempmail.net",
  "throwaway.email",
];
