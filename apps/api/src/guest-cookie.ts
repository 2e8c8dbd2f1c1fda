import { createHash, randomBytes } from "node:crypto";
import type { Browser } from "@backlot/ports";
import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import { serialize } from "hono/utils/cookie";

/** How long a browser keeps what opens a guest's orders, from its last use of a cart on, in seconds. (ORD-03) */
const GUEST_SECONDS = 30 * 86_400;

const keyOf = (secret: string): string => createHash("sha256").update(secret).digest("base64url");

/** The browsers of visitors, and the secret that opens what they buy as guests. */
export interface GuestCookie {
  readonly browserOf: (c: Context) => Browser;
  /** Whether a request sends the secret of one. */
  readonly isKnown: (c: Context) => boolean;
  /** The value of Set-Cookie for a browser that was given its secret in this request; null for any other. */
  readonly givenTo: (c: Context) => string | null;
}

/** The cookie of guests. Its secret is told to its browser alone; the store keeps a hash of it. (ORD-03) */
export const guestCookie = (secure: boolean): GuestCookie => {
  // Under TLS the name says that no other host and no plain page may set it.
  const name = secure ? "__Host-backlot_guest" : "backlot_guest";
  const options = { httpOnly: true, sameSite: "Lax", path: "/", secure, maxAge: GUEST_SECONDS } as const;
  const given = new WeakMap<Context, string>();
  /** Made for every visitor, so that nothing is read or hashed before somebody asks. */
  class RequestBrowser implements Browser {
    readonly #c: Context;
    constructor(c: Context) {
      this.#c = c;
    }
    get key(): string | null {
      const sent = getCookie(this.#c, name);
      return sent === undefined ? null : keyOf(sent);
    }
    giveKey(): string {
      const secret = getCookie(this.#c, name) ?? given.get(this.#c) ?? randomBytes(32).toString("base64url");
      given.set(this.#c, secret);
      return keyOf(secret);
    }
  }
  return {
    browserOf: (c) => new RequestBrowser(c),
    isKnown: (c) => getCookie(c, name) !== undefined,
    givenTo: (c) => {
      const secret = given.get(c);
      return secret === undefined ? null : serialize(name, secret, options);
    },
  };
};
