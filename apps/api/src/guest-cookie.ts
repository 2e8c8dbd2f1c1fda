import { createHash, randomBytes } from "node:crypto";
import type { Browser } from "@backlot/application";
import type { Context, MiddlewareHandler } from "hono";
import { getCookie } from "hono/cookie";
import { serialize } from "hono/utils/cookie";

/** How long a browser keeps what opens a guest's orders, from its last use of a cart on, in seconds. (ORD-03) */
const GUEST_SECONDS = 30 * 86_400;

const keyOf = (secret: string): string => createHash("sha256").update(secret).digest("base64url");

/** The browsers of visitors, and the secret that opens what they buy as guests. */
export interface GuestCookie {
  readonly browserOf: (c: Context) => Browser;
  /** Sends a browser the secret that it was given, whatever answers its request. */
  readonly send: MiddlewareHandler;
}

/** The cookie of guests. Its secret is told to its browser alone; the store keeps a hash of it. (ORD-03) */
export const guestCookie = (secure: boolean): GuestCookie => {
  // Under TLS the name says that no other host and no plain page may set it.
  const name = secure ? "__Host-backlot_guest" : "backlot_guest";
  const options = { httpOnly: true, sameSite: "Lax", path: "/", secure, maxAge: GUEST_SECONDS } as const;
  const given = new WeakMap<Context, string>();
  return {
    browserOf: (c) => {
      const sent = getCookie(c, name);
      return {
        key: sent === undefined ? null : keyOf(sent),
        giveKey: () => {
          const secret = sent ?? given.get(c) ?? randomBytes(32).toString("base64url");
          given.set(c, secret);
          return keyOf(secret);
        },
      };
    },
    send: async (c, next) => {
      await next();
      const secret = given.get(c);
      if (secret !== undefined) c.header("set-cookie", serialize(name, secret, options), { append: true });
    },
  };
};
