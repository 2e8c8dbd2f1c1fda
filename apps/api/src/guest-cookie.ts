import { createHash, randomBytes } from "node:crypto";
import type { Browser } from "@backlot/ports";
import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import { serialize } from "hono/utils/cookie";

/** The lifetime of the guest cookie, in seconds, counted from when it was last renewed. */
const GUEST_SECONDS = 30 * 86_400;

const keyOf = (secret: string): string => createHash("sha256").update(secret).digest("base64url");

/** Reads and issues the guest cookie of browsers without an account. Its secret gives access to guest orders. */
export interface GuestCookie {
  readonly browserOf: (c: Context) => Browser;
  /** Returns whether a request sends a guest cookie. */
  readonly isKnown: (c: Context) => boolean;
  /** Returns the Set-Cookie value if this request issued or renewed the secret, or null. */
  readonly givenTo: (c: Context) => string | null;
}

/** Creates the guest cookie. Only the browser has its secret; the store saves a hash. */
export const guestCookie = (secure: boolean): GuestCookie => {
  // Over TLS, the `__Host-` prefix keeps other hosts and plain HTTP pages from setting the cookie.
  const name = secure ? "__Host-backlot_guest" : "backlot_guest";
  const options = { httpOnly: true, sameSite: "Lax", path: "/", secure, maxAge: GUEST_SECONDS } as const;
  const given = new WeakMap<Context, string>();
  /** The browser that sent a request. Created for every request, so it reads and hashes the cookie only on demand. */
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
