import type { Context, MiddlewareHandler } from "hono";
import { type EncodedBody, VARIED, compressStream, encodeText, encodingFor, isWorthEncoding } from "./compression.ts";
import { SHARED_PAGE } from "@backlot/ports";
import type { GuestCookie } from "./guest-cookie.ts";
import type { SharedPage } from "./shared-pages.ts";
import type { SharedText } from "./shared-texts.ts";

type Headed = Readonly<Record<string, string>>;

/** Marks answers that were made with all of their headers. */
const WHOLE: unique symbol = Symbol("whole");

/** Answers with the headers that every answer has. */
export interface Answers {
  /** An answer of the API, whole: the server then writes head and body at once. `more` are headers of its own. */
  readonly json: (c: Context, status: number, value: unknown, more?: Headed) => Response | Promise<Response>;
  /** The same without a body. */
  readonly empty: (c: Context) => Response;
  /** An answer of the API that every visitor is given alike. */
  readonly sharedJson: (c: Context, json: SharedText) => Response | Promise<Response>;
  /** A page that every visitor sees alike: 304 to who has it already. */
  readonly sharedPage: (c: Context, page: SharedPage) => Response | Promise<Response>;
  /** Completes every other answer: pages, files, errors. */
  readonly complete: MiddlewareHandler;
}

/** Nobody keeps what the API answers. */
const API = { "cache-control": "private, no-store" } as const;
const JSON_TYPE = { "content-type": "application/json" } as const;

/**
 * How the store answers. A header that is set on a finished answer makes the server build that answer a second time and
 * stream it, at a quarter of what a small request costs: answers of the API are made with all of theirs.
 */
export const makeAnswers = (common: Headed, guests: GuestCookie, draining: () => boolean): Answers => {
  const json = { ...common, ...API, ...JSON_TYPE };
  const empty = { ...common, ...API };
  const varied = { ...json, ...VARIED };
  const make = (c: Context, status: number, body: EncodedBody["body"] | null, headers: Headed): Response => {
    const cookie = guests.givenTo(c);
    const own = cookie === null ? headers : { ...headers, "set-cookie": cookie };
    // A client that keeps its connection would find it closed at its next request.
    const answer = new Response(body, { status, headers: draining() ? { ...own, connection: "close" } : own });
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
    empty: (c) => make(c, 204, null, empty),
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
        // Who signs in, or chooses another look, gets another page at the same address.
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
      if (c.req.path.startsWith("/api/")) c.res.headers.set("cache-control", API["cache-control"]);
      const compressed = compressStream(c, c.res);
      if (compressed !== c.res) {
        // Set over another one it would take over its headers, its length too.
        c.res = undefined;
        c.res = compressed;
      }
      const cookie = guests.givenTo(c);
      if (cookie !== null) c.header("set-cookie", cookie, { append: true });
      if (draining()) c.header("connection", "close");
    },
  };
};
