import { FILE_NOT_MADE_TEXT, isToldByMail, waitText } from "@backlot/domain/downloads/file-making";
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { type DiskFile, LinkOfAnother, LinkRefused } from "@backlot/adapters-files";
import { linkHolders, noteFileReady } from "@backlot/application";
import type { Caller, FileGrant, FilePart } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { type Context, Hono } from "hono";
import parseRange from "range-parser";
import type { Services } from "./composition.ts";

/** How long the answer to a download may wait until its file is made, in seconds. */
const LONGEST_WAIT_SECONDS = 20;

/** Where a page reads that its file arrives. */
const DOWNLOAD_COOKIE = "backlot_download";

/** The bytes that a request asks for: all of them, or those from `start` to `end`. */
type Part = { readonly start: number; readonly end: number } | "whole" | "unsatisfiable";

/**
 * One range is a part. Several ranges, other units and what is no range are answered with the whole, as RFC 9110 lets a
 * server do; a range beyond the end can't be answered.
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

/** What tells the page that asked for a file that it arrives: the name that the page gave it, kept for a minute. */
const begunCookie = (c: Context): Readonly<Record<string, string>> => {
  const begun = c.req.query("begun") ?? "";
  return /^[a-z0-9]{8,40}$/.test(begun)
    ? { "set-cookie": `${DOWNLOAD_COOKIE}=${begun}; Path=/; Max-Age=60; SameSite=Lax` }
    : {};
};

/** How a browser is told what it gets. */
const CONTENT_TYPES: Readonly<Record<FilePart, string>> = { zip: "application/zip", scene: "model/gltf-binary" };

const send = (c: Context, file: DiskFile, { file_name, part: kind }: FileGrant): Response => {
  const tag = `"${file.version}"`;
  const condition = c.req.header("if-range");
  const part = partOf(condition === undefined || condition === tag ? c.req.header("range") : undefined, file.size);
  const headers = {
    "accept-ranges": "bytes",
    "cache-control": "private, no-store",
    "content-disposition": `attachment; filename="${file_name}"`,
    "content-type": CONTENT_TYPES[kind],
    etag: tag,
    ...begunCookie(c),
  };
  if (part === "unsatisfiable") return c.body(null, 416, { ...headers, "content-range": `bytes */${file.size}` });
  const { start, end } = part === "whole" ? { start: 0, end: file.size - 1 } : part;
  const length = { ...headers, "content-length": String(end - start + 1) };
  const range = part === "whole" ? {} : { "content-range": `bytes ${start}-${end}/${file.size}` };
  const status = part === "whole" ? 200 : 206;
  if (c.req.method === "HEAD") return c.body(null, status, { ...length, ...range });
  // The two stream types are one at run time; their declarations differ by a generic.
  const body = Readable.toWeb(createReadStream(file.path, { start, end })) as unknown as ReadableStream<Uint8Array>;
  return c.body(body, status, { ...length, ...range });
};

/** Sold files behind their links, whole or by one range. Every link that opens nothing is told the same. (DWN-01) */
export const filesRoute = (services: Services, callerFor: (c: Context) => Caller | Promise<Caller>): Hono => {
  const app = new Hono();
  /** Who waits for what, so that they are told once, however often their page asks. */
  const waiting = new Set<string>();
  const tellWhenMade = ({ holder, variant_id }: FileGrant, done: Promise<void>): void => {
    if (holder._tag !== "Account" || waiting.has(`${holder.id}:${variant_id}`)) return;
    waiting.add(`${holder.id}:${variant_id}`);
    done
      .then(() => Effect.runPromiseWith(services.context)(noteFileReady(holder.id, variant_id)))
      // That it could not be made is logged where it failed; the page that waits is told.
      .catch(() => {})
      .finally(() => waiting.delete(`${holder.id}:${variant_id}`));
  };
  app.get("/files/:token/:name", async (c) => {
    const caller = await callerFor(c);
    try {
      const grant = services.signer.open(c.req.param("token"), linkHolders(caller));
      const state = await services.files.prepare(grant.variant_id, grant.part);
      if (state._tag === "failed") return c.text(FILE_NOT_MADE_TEXT, 500);
      if (state._tag === "making") {
        if (isToldByMail(state.seconds)) tellWhenMade(grant, state.done);
        const later = { "retry-after": String(state.seconds) };
        // A page asks by HEAD how far a file is. A browser that opens the link waits for a short while.
        if (c.req.method === "HEAD") return c.body(null, 202, later);
        if (state.seconds > LONGEST_WAIT_SECONDS)
          return c.text(
            `This file is being made: about ${waitText(state.seconds)} more. ` +
              "Download it again from its page then.",
            503,
            later,
          );
      }
      // Asked by HEAD it is there: nobody needs an address for that.
      const opened = await services.files.open(grant);
      if (opened._tag === "here") return send(c, opened.file, grant);
      if (c.req.method === "HEAD") return c.body(null, 200, { "cache-control": "private, no-store" });
      return c.body(null, 302, { location: opened.url, "cache-control": "private, no-store", ...begunCookie(c) });
    } catch (error) {
      if (error instanceof LinkOfAnother && caller._tag !== "SignedIn")
        return c.text("Sign in to open this file, or open it in the browser that it was bought with.", 401);
      if (error instanceof LinkRefused)
        return c.text("This link opens nothing any more. Download the file again from its page.", 403);
      throw error;
    }
  });
  return app;
};
