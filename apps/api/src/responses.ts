import type { Context, MiddlewareHandler } from "hono";
import { type EncodedBody, VARIED, compressStream, encodeText, encodingFor, isWorthEncoding } from "./compression.ts";
import { SHARED_PAGE } from "@backlot/ports";
import { API_VERSION } from "./api-version.ts";
import type { GuestCookie } from "./guest-cookie.ts";
import type { SharedPage } from "./shared-pages.ts";
import type { CachedBody } from "./cached-bodies.ts";

type Headed = Readonly<Record<string, string>>;

/** Marks responses that were created with all their headers. */
const WHOLE: unique symbol = Symbol("whole");

/** Builds responses with the headers that every response has. */
export interface Responses {
  /**
   * Returns a JSON response that already has all its headers, so that the server writes head and body at once. `more`
   * adds headers.
   */
  readonly json: (c: Context, status: number, value: unknown, more?: Headed) => Response | Promise<Response>;
  /** Returns a 204 response that already has all its headers. `more` adds headers. */
  readonly empty: (c: Context, more?: Headed) => Response;
  /** Returns a JSON response from a body that all anonymous visitors share. */
  readonly sharedJson: (c: Context, json: CachedBody) => Response | Promise<Response>;
  /** Returns a page that is the same for every anonymous visitor, or 304 if the ETag matches. */
  readonly sharedPage: (c: Context, page: SharedPage) => Response | Promise<Response>;
  /** Middleware for all other responses (pages, files, errors): adds the common headers and compresses the body. */
  readonly complete: MiddlewareHandler;
}

/** The Cache-Control header of API responses, which are not cacheable. */
const API = { "cache-control": "private, no-store", "api-version": API_VERSION } as const;
const JSON_TYPE = { "content-type": "application/json" } as const;

/**
 * Creates the response builders. API responses get all their headers up front, because setting a header on a finished
 * response makes @hono/node-server rebuild and stream it, which is a quarter of the cost of a small request.
 */
export const makeResponses = (common: Headed, guests: GuestCookie, draining: () => boolean): Responses => {
  const json = { ...common, ...API, ...JSON_TYPE };
  const empty = { ...common, ...API };
  const varied = { ...json, ...VARIED };
  const make = (c: Context, status: number, body: EncodedBody["body"] | null, headers: Headed): Response => {
    const cookie = guests.givenTo(c);
    const responseHeaders = cookie === null ? headers : { ...headers, "set-cookie": cookie };
    // Without `close`, a keep-alive client would find the connection closed on its next request.
    const answer = new Response(body, {
      status,
      headers: draining() ? { ...responseHeaders, connection: "close" } : responseHeaders,
    });
    (answer as { [WHOLE]?: true })[WHOLE] = true;
    return answer;
  };
  return {
    json: (c, status, value, more) => {
      const encoded = encodeText(c, JSON.stringify(value));
      const finish = ({ body, headers }: EncodedBody): Response =>
        make(c, status, body, headers === null && more === undefined ? json : { ...json, ...headers, ...more });
      return encoded instanceof Promise ? encoded.then(finish) : finish(encoded);
    },
    empty: (c, more) => make(c, 204, null, more === undefined ? empty : { ...empty, ...more }),
    sharedJson: (c, shared) => {
      if (!isWorthEncoding(shared.text)) return make(c, 200, shared.text, json);
      const encoding = encodingFor(c.req.header("accept-encoding"));
      if (encoding === null) return make(c, 200, shared.text, varied);
      const encoded = { ...varied, "content-encoding": encoding };
      return shared.encoded(encoding).then((body) => make(c, 200, body, encoded));
    },
    sharedPage: (c, page) => {
      const headers = {
        ...common,
        "content-security-policy": page.policy,
        "cache-control": SHARED_PAGE,
        // Signing in or choosing another theme changes the page at the same URL.
        vary: "Cookie, Accept-Encoding",
        etag: page.etag,
      };
      if (
        c.req
          .header("if-none-match")
          ?.split(/\s*,\s*/)
          .includes(page.etag)
      )
        return make(c, 304, null, headers);
      const typed = { ...headers, "content-type": page.contentType };
      const encoding = encodingFor(c.req.header("accept-encoding"));
      return encoding === null
        ? make(c, 200, page.text, typed)
        : page.encoded(encoding).then((body) => make(c, 200, body, { ...typed, "content-encoding": encoding }));
    },
    complete: async (c, next) => {
      await next();
      if (WHOLE in c.res) return;
      for (const [name, value] of Object.entries(common)) if (!c.res.headers.has(name)) c.res.headers.set(name, value);
      if (/^\/api(?:\/|$)/.test(c.req.path))
        for (const [name, value] of Object.entries(API)) if (!c.res.headers.has(name)) c.res.headers.set(name, value);
      const compressed = compressStream(c, c.res);
      if (compressed !== c.res) {
        // Hono copies the headers of the previous response into a new one, including its Content-Length.
        c.res = undefined;
        c.res = compressed;
      }
      const cookie = guests.givenTo(c);
      if (cookie !== null) c.header("set-cookie", cookie, { append: true });
      if (draining()) c.header("connection", "close");
    },
  };
};
