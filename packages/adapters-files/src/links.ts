import { createHmac, timingSafeEqual } from "node:crypto";
import type { Clock, FileGrant, FilePart, LinkHolder, Links, Signed } from "@backlot/ports";
import type { Instant } from "@backlot/domain";

/** The link is expired, altered, or bound to another holder. */
export class LinkRefused extends Error {}

/** The link is valid, but bound to an account or browser other than the caller's. */
export class LinkOfAnother extends LinkRefused {}

/** Signs and opens links. A link contains its grant, so nothing is stored. */
export interface LinkSigner {
  readonly sign: (grant: FileGrant) => string;
  /**
   * Returns a token's grant, with the holder it was issued to. Throws LinkRefused if the token is invalid or expired,
   * and LinkOfAnother if its holder is not among `holders`.
   */
  readonly open: (token: string, holders: readonly LinkHolder[]) => FileGrant;
}

const encode = (text: string): string => Buffer.from(text, "utf8").toString("base64url");

/** The secret that signs links, and retired secrets whose links stay valid. */
export type LinkSecrets = readonly [current: string, ...retired: readonly string[]];

/** Returns functions that sign and read lists of values. A token signed for one purpose is invalid for another. */
const makeTokens = (secrets: LinkSecrets, purpose: string) => {
  const signature = (payload: string, secret = secrets[0]): Buffer =>
    createHmac("sha256", secret).update(`${purpose}:${payload}`).digest();
  const isSigned = (payload: string, given: Buffer): boolean =>
    secrets.some((secret) => {
      const expected = signature(payload, secret);
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
  return {
    sign: (values: readonly unknown[]): string => {
      const payload = encode(JSON.stringify(values));
      return `${payload}.${signature(payload).toString("base64url")}`;
    },
    read: (token: string): unknown => {
      const [payload, given, ...more] = token.split(".");
      if (payload === undefined || given === undefined || more.length > 0) throw new LinkRefused("not a link of ours");
      if (!isSigned(payload, Buffer.from(given, "base64url"))) throw new LinkRefused("a changed link");
      return JSON.parse(Buffer.from(payload, "base64url").toString("utf8"));
    },
  };
};

const nameOf = (holder: LinkHolder): string => (holder._tag === "Account" ? `a:${holder.id}` : `b:${holder.key}`);

/** Creates the signer of file links, which expire according to `clock`. */
export const makeLinkSigner = (secrets: LinkSecrets, clock: Clock): LinkSigner => {
  const tokens = makeTokens(secrets, "file");
  return {
    sign: ({ variant_id, part, file_name, holder, expires_at, account_id }) =>
      tokens.sign([variant_id, part, file_name, nameOf(holder), expires_at, account_id]),
    open: (token, holders) => {
      const [variant_id, part, file_name, name, expires_at, account_id = null] = tokens.read(token) as [
        number,
        FilePart,
        string,
        string,
        Instant,
        (string | null)?,
      ];
      if (clock.now() >= expires_at) throw new LinkRefused("an expired link");
      const holder = holders.find((each) => nameOf(each) === name);
      if (holder === undefined) throw new LinkOfAnother("someone else's link");
      return { variant_id, part, file_name, holder, expires_at, account_id };
    },
  };
};

const signedClaims = <A extends { readonly expires_at: Instant }>(
  secrets: LinkSecrets,
  purpose: string,
  clock: Clock,
): Signed<A> => {
  const tokens = makeTokens(secrets, purpose);
  return {
    sign: (claims) => tokens.sign([claims]),
    open: (token) => {
      try {
        const [claims] = tokens.read(token) as [A];
        return clock.now() >= claims.expires_at ? null : claims;
      } catch (error) {
        if (error instanceof LinkRefused) return null;
        throw error;
      }
    },
  };
};

/**
 * Creates the signers of all other links and claims, such as order links and email confirmations. They expire according
 * to `clock`.
 */
export const makeLinks = (secrets: LinkSecrets, clock: Clock): Links => ({
  order: signedClaims(secrets, "order", clock),
  confirmation: signedClaims(secrets, "confirmation", clock),
  invitation: signedClaims(secrets, "invitation", clock),
  captcha: signedClaims(secrets, "captcha", clock),
  contact: signedClaims(secrets, "contact", clock),
});
