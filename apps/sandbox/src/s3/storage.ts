import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { type Context, Hono } from "hono";
import { refusalOf } from "./signature.ts";

interface StoredObject {
  readonly type: string;
  readonly etag: string;
  readonly metadata: Readonly<Record<string, string>>;
}

/** Writes the body of a request to a file. Returns its SHA-256, or null if it differs from the one in the request. */
const writeBody = async (c: Context, path: string): Promise<string | null> => {
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
    return null;
  }
  await rename(draft, path);
  return digest;
};

/** Returns a new object's metadata from its headers. */
const describedBy = (c: Context): Omit<StoredObject, "etag"> => ({
  type: c.req.header("content-type") ?? "application/octet-stream",
  metadata: Object.fromEntries([...c.req.raw.headers].filter(([header]) => header.startsWith("x-amz-meta-"))),
});

const xml = (c: Context, name: string, fields: Readonly<Record<string, string>>): Response => {
  const inner = Object.entries(fields).map(([field, value]) => `<${field}>${value}</${field}>`);
  const text = `<?xml version="1.0" encoding="UTF-8"?><${name}>${inner.join("")}</${name}>`;
  return c.body(text, 200, { "content-type": "application/xml" });
};

/** Returns the part numbers that a request lists for the whole object, in the listed order. */
const partsIn = (text: string): readonly number[] =>
  [...text.matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, number]) => Number(number));

/** Joins the parts of an upload into one file. Returns its SHA-256. Rejects if a part is missing. */
const joinParts = async (parts: readonly string[], path: string): Promise<string> => {
  const hash = createHash("sha256");
  const draft = createWriteStream(`${path}.part`);
  for (const part of parts)
    for await (const chunk of createReadStream(part)) {
      hash.update(chunk as Buffer);
      if (!draft.write(chunk)) await once(draft, "drain");
    }
  draft.end();
  await finished(draft);
  await rename(`${path}.part`, path);
  return hash.digest("hex");
};

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
 * Creates the part of S3 that the store uses: signed PUT, HEAD, and GET requests, single ranges, and multipart uploads.
 * Checks the signature and expiry of every request. Stores objects as files in a folder.
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
    const store = async (digest: string, described: Omit<StoredObject, "etag">): Promise<string> => {
      const etag = `"${digest.slice(0, 32)}"`;
      await writeFile(`${path}.json`, JSON.stringify({ ...described, etag } satisfies StoredObject));
      return etag;
    };
    const uploadId = url.searchParams.get("uploadId");
    if (c.req.method === "POST" && url.searchParams.has("uploads")) {
      const id = randomUUID();
      await mkdir(join(folder, id), { recursive: true });
      await writeFile(join(folder, id, "described.json"), JSON.stringify(describedBy(c)));
      return xml(c, "InitiateMultipartUploadResult", { UploadId: id });
    }
    if (uploadId !== null) {
      const parts = join(folder, uploadId);
      const described = await readFile(join(parts, "described.json"), "utf8").catch(() => null);
      if (described === null) return refused(c, "NoSuchUpload", 404);
      if (c.req.method === "PUT") {
        const digest = await writeBody(c, join(parts, url.searchParams.get("partNumber") ?? ""));
        if (digest === null) return refused(c, "XAmzContentSHA256Mismatch", 403);
        return c.body(null, 200, { etag: `"${digest.slice(0, 32)}"` });
      }
      if (c.req.method === "DELETE") {
        await rm(parts, { recursive: true });
        return c.body(null, 204);
      }
      const named = partsIn(await c.req.text()).map((number) => join(parts, String(number)));
      const etag = await store(await joinParts(named, path), JSON.parse(described));
      await rm(parts, { recursive: true });
      return xml(c, "CompleteMultipartUploadResult", { ETag: etag });
    }
    if (c.req.method === "PUT") {
      const digest = await writeBody(c, path);
      if (digest === null) return refused(c, "XAmzContentSHA256Mismatch", 403);
      return c.body(null, 200, { etag: await store(digest, describedBy(c)) });
    }
    const text = await readFile(`${path}.json`, "utf8").catch(() => null);
    if (text === null) return refused(c, "NoSuchKey", 404);
    const { type, etag, metadata } = JSON.parse(text) as StoredObject;
    const { size } = await stat(path);
    const range = rangeOf(c.req.header("range"), size);
    const { start, end } = range ?? { start: 0, end: size - 1 };
    const responseHeader = (parameter: string, header: string): Readonly<Record<string, string>> => {
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
      ...responseHeader("response-content-disposition", "content-disposition"),
      ...responseHeader("response-cache-control", "cache-control"),
    };
    if (c.req.method === "HEAD") return c.body(null, 200, headers);
    const bytes = Readable.toWeb(createReadStream(path, { start, end })) as unknown as ReadableStream<Uint8Array>;
    return c.body(bytes, range === null ? 200 : 206, headers);
  });
  return app;
};
