import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import { serialize } from "hono/utils/cookie";
import { SESSION_SECONDS } from "@backlot/domain";

/** The session cookie. `open` and `close` return Set-Cookie values. */
export interface SessionCookie {
  readonly name: string;
  readonly open: (token: string) => string;
  readonly close: () => string;
}

/**
 * Creates the session cookie. Over TLS, the `__Host-` prefix keeps other hosts and plain HTTP pages from setting it.
 */
export const sessionCookie = (secure: boolean): SessionCookie => {
  const name = secure ? "__Host-backlot_session" : "backlot_session";
  const options = { httpOnly: true, sameSite: "Lax", path: "/", secure } as const;
  return {
    name,
    open: (token) => serialize(name, token, { ...options, maxAge: SESSION_SECONDS }),
    close: () => serialize(name, "", { ...options, maxAge: 0 }),
  };
};

/** Returns a request's Authorization header, or null if it is missing or blank. */
export const sentAuthorization = (c: Context): string | null => c.req.header("authorization")?.trim() || null;

/**
 * Returns a request's session token: from the Authorization header (with or without "Bearer"), otherwise from the
 * cookie.
 */
export const sessionToken = (
  c: Context,
  cookie: SessionCookie,
): { readonly token: string | null; readonly sentInHeader: boolean } => {
  const header = sentAuthorization(c);
  if (header !== null) {
    const bearer = /^bearer\s+(\S+)$/i.exec(header)?.[1];
    const bare = /^\S+$/.test(header) ? header : null;
    return { token: bearer ?? bare, sentInHeader: true };
  }
  return { token: getCookie(c, cookie.name) ?? null, sentInHeader: false };
};
