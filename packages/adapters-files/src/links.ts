import { createHmac, timingSafeEqual } from "node:crypto";
import type { Clock, FileGrant } from "@backlot/ports";
import type { Instant } from "@backlot/domain";

/** A link that opens nothing: expired, changed, or made for somebody else. */
export class LinkRefused extends Error {}

/** Makes and reads signed links. What a link opens is in it, so nothing is kept for it. */
export interface LinkSigner {
  readonly sign: (grant: FileGrant) => string;
  /** The grant of a token, where the account that comes with it is the one it was made for. Throws LinkRefused. */
  readonly open: (token: string, accountId: string) => FileGrant;
}

const encode = (text: string): string => Buffer.from(text, "utf8").toString("base64url");

/** Links signed with a secret, judged by a clock. (DWN-01) */
export const makeLinkSigner = (secret: string, clock: Clock): LinkSigner => {
  const signature = (payload: string): Buffer => createHmac("sha256", secret).update(`file:${payload}`).digest();
  return {
    sign: ({ variant_id, file_name, account_id, expires_at }) => {
      const payload = encode(JSON.stringify([variant_id, file_name, account_id, expires_at]));
      return `${payload}.${signature(payload).toString("base64url")}`;
    },
    open: (token, accountId) => {
      const [payload, given, ...more] = token.split(".");
      if (payload === undefined || given === undefined || more.length > 0) throw new LinkRefused("not a link of ours");
      const expected = signature(payload);
      const actual = Buffer.from(given, "base64url");
      if (actual.length !== expected.length || !timingSafeEqual(actual, expected))
        throw new LinkRefused("a changed link");
      const [variant_id, file_name, account_id, expires_at] = JSON.parse(
        Buffer.from(payload, "base64url").toString("utf8"),
      ) as [number, string, string, Instant];
      if (account_id !== accountId) throw new LinkRefused("somebody else's link");
      if (clock.now() >= expires_at) throw new LinkRefused("an expired link");
      return { variant_id, file_name, account_id, expires_at };
    },
  };
};
