import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Context, Hono } from "hono";
import { refusalOf } from "./signature.ts";

interface StoredObject {
  readonly type: string;
  readonly etag: string;
  readonly metadata: Readonly<Record<string, string>>;
}

const refused = (c: Context, code: string, status: 403 | 404): Response => {
  const type = { "content-type": "application/xml" };
  if (c.req.method === "HEAD") return c.body(null, status, type);
  return c.body(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`, status, type);
};

/** Parses a header with a single byte range. Returns null if the whole object should be sent. `size` is in bytes. */
const rangeOf = (header: string | undefined, size: number): { readonly start: number; readonly end: number } | null => {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(header ?? "") ?? [];
  if (from === undefined || Number(from) >= size) return null;
  return { start: Number(from), end: to === undefined || to === "" ? size - 1 : Math.min(size - 1, Number(to)) };
};

/**
 * Creates the part of S3 that the store uses: signed PUT, HEAD and GET requests, with single ranges. Checks the
 * signature and expiry of every request. Stores objects as files in a folder.
 */
export const makeStorage = (folder: string): Hono => {
  const app = new Hono();
  app.all("/s3/:bucket/:key{.+}", async (c) => {
    const url = new URL(c.req.url);
    const refusal = refusalOf(c.req.method, url, c.req.raw.headers, Date.now());
    if (refusal !== null) return refused(c, refusal, 403);
    const name = createHash("sha256")
      .update(`${c.req.param("bucket")}/${c.req.param("key")}`)
      .digest("hex");
    const path = join(folder, name);
    if (c.req.method === "PUT") {
      await mkdir(dirname(path), { recursive: true });
      const draft = `${path}.part`;
      const hash = createHash("sha256");
      const body = Readable.fromWeb((c.req.raw.body ?? new Blob([]).stream()) as never);
      body.on("data", (chunk: Buffer) => hash.update(chunk));
      await pipeline(body, createWriteStream(draft));
      const digest = hash.digest("hex");
      const announced = c.req.header("x-amz-content-sha256");
      if (announced !== "UNSIGNED-PAYLOAD" && announced !== digest) {
        await rm(draft, { force: true });
        return refused(c, "XAmzContentSHA256Mismatch", 403);
      }
      await rename(draft, path);
      const stored: StoredObject = {
        type: c.req.header("content-type") ?? "application/octet-stream",
        etag: `"${digest.slice(0, 32)}"`,
        metadata: Object.fromEntries([...c.req.raw.headers].filter(([header]) => header.startsWith("x-amz-meta-"))),
      };
      await writeFile(`${path}.json`, JSON.stringify(stored));
      return c.body(null, 200, { etag: stored.etag });
    }
    const text = await readFile(`${path}.json`, "utf8").catch(() => null);
    if (text === null) return refused(c, "NoSuchKey", 404);
    const { type, etag, metadata } = JSON.parse(text) as StoredObject;
    const { size } = await stat(path);
    const range = rangeOf(c.req.header("range"), size);
    const { start, end } = range ?? { start: 0, end: size - 1 };
    const asked = (parameter: string, header: string): Readonly<Record<string, string>> => {
      const value = url.searchParams.get(parameter);
      return value === null ? {} : { [header]: value };
    };
    const headers = {
      ...metadata,
      "content-type": type,
      "content-length": String(end - start + 1),
      "accept-ranges": "bytes",
      etag,
      ...(range === null ? {} : { "content-range": `bytes ${start}-${end}/${size}` }),
      ...asked("response-content-disposition", "content-disposition"),
      ...asked("response-cache-control", "cache-control"),
    };
    if (c.req.method === "HEAD") return c.body(null, 200, headers);
    const bytes = Readable.toWeb(createReadStream(path, { start, end })) as unknown as ReadableStream<Uint8Array>;
    return c.body(bytes, range === null ? 200 : 206, headers);
  });
  return app;
};
