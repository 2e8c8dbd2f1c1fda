import { FILE_NOT_MADE_TEXT, isToldByMail, waitText } from "@backlot/domain/downloads/file-making";
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { type DiskFile, LinkOfAnother, LinkRefused, contentTypeOf } from "@backlot/adapters-files";
import { linkHolders, mayOpenFile, noteFileReady } from "@backlot/application";
import type { Caller, FileGrant } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { type Context, Hono } from "hono";
import parseRange from "range-parser";
import type { Services } from "./composition.ts";
import { nameRoute } from "./observe/request-scope.ts";

/** The longest delay before a browser automatically requests a file again, in seconds. */
const LONGEST_REFRESH_SECONDS = 30;

/** The cookie that tells the page its download has started. */
const DOWNLOAD_COOKIE = "backlot_download";

/**
 * The bytes that a request asks for: the whole file, or `start` to `end` inclusive. A range beyond the end is
 * unsatisfiable.
 */
type Part = { readonly start: number; readonly end: number } | "whole" | "unsatisfiable";

/**
 * Returns the requested byte range. Multiple ranges, other units, and malformed ranges get the whole file, which RFC
 * 9110 allows. A range beyond the end is unsatisfiable.
 */
const partOf = (header: string | undefined, size: number): Part => {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(header ?? "") ?? [];
  const isBackwards = from !== undefined && Number(from) > Number(to);
  if (header === undefined || !header.startsWith("bytes=") || isBackwards) return "whole";
  const ranges = parseRange(size, header);
  if (ranges === -1) return "unsatisfiable";
  const [only] = ranges === -2 ? [] : ranges;
  return only === undefined || (ranges !== -2 && ranges.length > 1) ? "whole" : only;
};

/**
 * Returns a Set-Cookie header that tells a page its download has started, or none if the page didn't request one. The
 * value is the page's own `begun` parameter, and the cookie lasts one minute.
 */
const begunCookie = (c: Context): Readonly<Record<string, string>> => {
  const begun = c.req.query("begun") ?? "";
  return /^[a-z0-9]{8,40}$/.test(begun)
    ? { "set-cookie": `${DOWNLOAD_COOKIE}=${begun}; Path=/; Max-Age=60; SameSite=Lax` }
    : {};
};

const send = (c: Context, file: DiskFile, { file_name }: FileGrant): Response => {
  const tag = `"${file.version}"`;
  const condition = c.req.header("if-range");
  // Ranges apply only to GET requests (RFC 9110).
  const hasRange = c.req.method === "GET" && (condition === undefined || condition === tag);
  const part = partOf(hasRange ? c.req.header("range") : undefined, file.size);
  const headers = {
    "accept-ranges": "bytes",
    "cache-control": "private, no-store",
    "content-disposition": `attachment; filename="${file_name}"`,
    "content-type": contentTypeOf(file_name),
    etag: tag,
    ...begunCookie(c),
  };
  if (part === "unsatisfiable") return c.body(null, 416, { ...headers, "content-range": `bytes */${file.size}` });
  // A file uploaded to an older version can be empty, and an empty file has no byte ranges.
  if (file.size === 0) return c.body(null, 200, { ...headers, "content-length": "0" });
  const { start, end } = part === "whole" ? { start: 0, end: file.size - 1 } : part;
  const length = { ...headers, "content-length": String(end - start + 1) };
  const range = part === "whole" ? {} : { "content-range": `bytes ${start}-${end}/${file.size}` };
  const status = part === "whole" ? 200 : 206;
  if (c.req.method === "HEAD") return c.body(null, status, { ...length, ...range });
  // The two stream types are the same at run time; their declarations differ only in a type parameter.
  const body = Readable.toWeb(createReadStream(file.path, { start, end })) as unknown as ReadableStream<Uint8Array>;
  return c.body(body, status, { ...length, ...range });
};

/**
 * Creates the route that downloads sold files, whole or as one byte range. Expired and forged links get the same
 * response.
 */
export const filesRoute = (services: Services, callerFor: (c: Context) => Caller | Promise<Caller>): Hono => {
  const app = new Hono();
  /**
   * The account and variant ids of the files that customers are waiting for. Each account is notified once, however
   * often its page polls.
   */
  const waiting = new Set<string>();
  const tellWhenMade = ({ holder, variant_id }: FileGrant, done: Promise<void>): void => {
    if (holder._tag !== "Account" || waiting.has(`${holder.id}:${variant_id}`)) return;
    waiting.add(`${holder.id}:${variant_id}`);
    done
      .then(() => Effect.runPromiseWith(services.context)(noteFileReady(holder.id, variant_id)))
      // The renderer logs its failure, and the waiting page reports it.
      .catch(() => {})
      .finally(() => waiting.delete(`${holder.id}:${variant_id}`));
  };
  app.get("/files/:token/:name", async (c) => {
    nameRoute("/files/:token/:name");
    const caller = await callerFor(c);
    try {
      const grant = services.signer.open(c.req.param("token"), linkHolders(caller));
      if (!(await Effect.runPromiseWith(services.context)(mayOpenFile(grant)))) throw new LinkRefused("a revoked link");
      const state = await services.files.prepare(grant.variant_id, grant.part);
      if (state._tag === "failed") return c.text(FILE_NOT_MADE_TEXT, 500);
      if (state._tag === "making") {
        if (isToldByMail(state.seconds)) tellWhenMade(grant, state.done);
        const refresh = String(Math.min(state.seconds, LONGEST_REFRESH_SECONDS));
        // Don't hold requests open. Pages poll with HEAD, and browsers that opened the link retry automatically.
        const later = { "retry-after": String(state.seconds), refresh, "cache-control": "no-store" };
        if (c.req.method === "HEAD") return c.body(null, 202, later);
        return c.text(
          `We're rendering this file. About ${waitText(state.seconds)} left. Your download starts automatically.`,
          202,
          later,
        );
      }
      // A HEAD request only asks whether the file is ready, so it gets no redirect.
      const opened = await services.files.open(grant);
      if (opened._tag === "here") return send(c, opened.file, grant);
      if (c.req.method === "HEAD") return c.body(null, 200, { "cache-control": "private, no-store" });
      return c.body(null, 302, { location: opened.url, "cache-control": "private, no-store", ...begunCookie(c) });
    } catch (error) {
      if (error instanceof LinkOfAnother && caller._tag !== "SignedIn")
        return c.text("Sign in to open this file, or open it in the browser you bought it in.", 401);
      if (error instanceof LinkRefused)
        return c.text("This link no longer works. Download the file again from its page.", 403);
      throw error;
    }
  });
  return app;
};
