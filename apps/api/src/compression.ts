import { Duplex } from "node:stream";
import { constants, createBrotliCompress, createGzip } from "node:zlib";
import type { MiddlewareHandler } from "hono";
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from "hono/compress";

const encodingFor = (accept: string): "br" | "gzip" | null => {
  const takes = (name: string): boolean => new RegExp(`\\b${name}\\b(?!;q=0(?:\\.0+)?(?:,|$))`).test(accept);
  return takes("br") ? "br" : takes("gzip") ? "gzip" : null;
};

/** Compresses answers and flushes as they stream: hono's own holds a streamed page back until its end. */
export const compressStreaming = (): MiddlewareHandler => async (c, next) => {
  await next();
  const answer = c.res;
  const type = answer.headers.get("content-type");
  const length = answer.headers.get("content-length");
  if (
    !answer.body ||
    c.req.method === "HEAD" ||
    answer.status === 206 ||
    answer.headers.has("content-encoding") ||
    (length !== null && Number(length) < 1_024) ||
    !type ||
    !COMPRESSIBLE_CONTENT_TYPE_REGEX.test(type) ||
    answer.headers.get("cache-control")?.includes("no-transform")
  ) {
    return;
  }
  c.header("vary", "Accept-Encoding", { append: true });
  const encoding = encodingFor(c.req.header("accept-encoding") ?? "");
  if (encoding === null) return;
  const squeeze =
    encoding === "br"
      ? createBrotliCompress({
          flush: constants.BROTLI_OPERATION_FLUSH,
          params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
        })
      : createGzip({ level: 6, flush: constants.Z_SYNC_FLUSH });
  // The two stream types are one at run time; their declarations differ by a generic.
  const through = Duplex.toWeb(squeeze) as unknown as ReadableWritablePair<Uint8Array, Uint8Array>;
  c.res = new Response(answer.body.pipeThrough(through), answer);
  c.res.headers.delete("content-length");
  c.res.headers.set("content-encoding", encoding);
};
