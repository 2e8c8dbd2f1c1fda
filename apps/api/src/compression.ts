import { Duplex } from "node:stream";
import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";
import type { Context } from "hono";
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from "hono/compress";

/** The smallest body worth compressing, in bytes. */
const LEAST_BYTES = 1_024;
const GZIP = { level: 6 } as const;
const BROTLI = {
  [constants.BROTLI_PARAM_QUALITY]: 4,
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
} as const;

const brotliWhole = promisify(brotliCompress);
const gzipWhole = promisify(gzip);

const TAKES_BROTLI = /\bbr\b(?!;q=0(?:\.0+)?(?:,|$))/;
const TAKES_GZIP = /\bgzip\b(?!;q=0(?:\.0+)?(?:,|$))/;

/** A content encoding that the store supports. */
export type Encoding = "br" | "gzip";

/**
 * Returns the encoding to use for an Accept-Encoding header: Brotli if accepted, otherwise gzip, or null if the client
 * accepts neither.
 */
export const encodingFor = (accept: string | undefined): Encoding | null => {
  if (accept === undefined) return null;
  return TAKES_BROTLI.test(accept) ? "br" : TAKES_GZIP.test(accept) ? "gzip" : null;
};

/** Compresses a text in one call. Used for bodies that are not streamed. */
export const encodeWhole = (text: string, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> =>
  (encoding === "br" ? brotliWhole(text, { params: BROTLI }) : gzipWhole(text, GZIP)) as Promise<
    Uint8Array<ArrayBuffer>
  >;

/**
 * A response body, compressed or not, with the headers that describe its encoding. `headers` is null if the body is too
 * short to compress.
 */
export interface EncodedBody {
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>> | null;
}

export const isWorthEncoding = (text: string): boolean => text.length >= LEAST_BYTES;

export const VARIED = { vary: "Accept-Encoding" } as const;

/** Compresses a text if it is long enough and the client supports an encoding. */
export const encodeText = (c: Context, text: string): EncodedBody | Promise<EncodedBody> => {
  if (!isWorthEncoding(text)) return { body: text, headers: null };
  const encoding = encodingFor(c.req.header("accept-encoding"));
  if (encoding === null) return { body: text, headers: VARIED };
  return encodeWhole(text, encoding).then((body) => ({ body, headers: { ...VARIED, "content-encoding": encoding } }));
};

const isWorthIt = (c: Context, { headers, status }: Response): boolean => {
  const type = headers.get("content-type");
  const length = headers.get("content-length");
  return (
    c.req.method !== "HEAD" &&
    status !== 206 &&
    !headers.has("content-encoding") &&
    (length === null || Number(length) >= LEAST_BYTES) &&
    type !== null &&
    COMPRESSIBLE_CONTENT_TYPE_REGEX.test(type) &&
    headers.get("cache-control")?.includes("no-transform") !== true
  );
};

/**
 * Compresses a streamed response and flushes each chunk. Hono's own middleware would buffer a streamed page until it
 * ends.
 */
export const compressStream = (c: Context, answer: Response): Response => {
  if (!isWorthIt(c, answer) || !answer.body) return answer;
  answer.headers.append("vary", "Accept-Encoding");
  const encoding = encodingFor(c.req.header("accept-encoding"));
  if (encoding === null) return answer;
  const squeeze =
    encoding === "br"
      ? createBrotliCompress({ flush: constants.BROTLI_OPERATION_FLUSH, params: BROTLI })
      : createGzip({ ...GZIP, flush: constants.Z_SYNC_FLUSH });
  // The two stream types are the same at run time; their declarations differ only in a type parameter.
  const through = Duplex.toWeb(squeeze) as unknown as ReadableWritablePair<Uint8Array, Uint8Array>;
  const compressed = new Response(answer.body.pipeThrough(through), answer);
  compressed.headers.delete("content-length");
  compressed.headers.set("content-encoding", encoding);
  return compressed;
};
