import { createHmac, timingSafeEqual } from "node:crypto";
import type { Clock, FileGrant, FilePart, LinkHolder, Links, Signed } from "@backlot/ports";
import type { Instant } from "@backlot/domain";

/** A link that opens nothing: expired, changed, or made for somebody else. */
export class LinkRefused extends Error {}

/** A link that is good, for an account or a browser that has not asked. */
export class LinkOfAnother extends LinkRefused {}

/** Makes and reads signed links. What a link opens is in it, so nothing is kept for it. */
export interface LinkSigner {
  readonly sign: (grant: FileGrant) => string;
  /** The grant of a token, where one of those who come with it is who it was made for. Throws LinkRefused. */
  readonly open: (token: string, holders: readonly LinkHolder[]) => FileGrant;
}

const encode = (text: string): string => Buffer.from(text, "utf8").toString("base64url");

/** Signs and reads lists of values. A token that was signed for one purpose is none for another. */
const makeTokens = (secret: string, purpose: string) => {
  const signature = (payload: string): Buffer => createHmac("sha256", secret).update(`${purpose}:${payload}`).digest();
  return {
    sign: (values: readonly unknown[]): string => {
      const payload = encode(JSON.stringify(values));
      return `${payload}.${signature(payload).toString("base64url")}`;
    },
    read: (token: string): unknown => {
      const [payload, given, ...more] = token.split(".");
      if (payload === undefined || given === undefined || more.length > 0) throw new LinkRefused("not a link of ours");
      const expected = signature(payload);
      const actual = Buffer.from(given, "base64url");
      if (actual.length !== expected.length || !timingSafeEqual(actual, expected))
        throw new LinkRefused("a changed link");
      return JSON.parse(Buffer.from(payload, "base64url").toString("utf8"));
    },
  };
};

const nameOf = (holder: LinkHolder): string => (holder._tag === "Account" ? `a:${holder.id}` : `b:${holder.key}`);

/** Links signed with a secret, judged by a clock. (DWN-01) */
export const makeLinkSigner = (secret: string, clock: Clock): LinkSigner => {
  const tokens = makeTokens(secret, "file");
  return {
    sign: ({ variant_id, part, file_name, holder, expires_at }) =>
      tokens.sign([variant_id, part, file_name, nameOf(holder), expires_at]),
    open: (token, holders) => {
      const [variant_id, part, file_name, name, expires_at] = tokens.read(token) as [
        number,
        FilePart,
        string,
        string,
        Instant,
      ];
      if (clock.now() >= expires_at) throw new LinkRefused("an expired link");
      const holder = holders.find((each) => nameOf(each) === name);
      if (holder === undefined) throw new LinkOfAnother("somebody else's link");
      return { variant_id, part, file_name, holder, expires_at };
    },
  };
};

const signedClaims = <A extends { readonly expires_at: Instant }>(
  secret: string,
  purpose: string,
  clock: Clock,
): Signed<A> => {
  const tokens = makeTokens(secret, purpose);
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

/** Links in mails, signed with a secret, judged by a clock. (ORD-03, ACC-04) */
export const makeLinks = (secret: string, clock: Clock): Links => ({
  order: signedClaims(secret, "order", clock),
  confirmation: signedClaims(secret, "confirmation", clock),
  invitation: signedClaims(secret, "invitation", clock),
  captcha: signedClaims(secret, "captcha", clock),
  contact: signedClaims(secret, "contact", clock),
});
