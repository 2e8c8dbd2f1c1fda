import {
  type ArrivedUpload,
  StockFileRefused,
  type UploadFacts,
  isStockName,
  makeUploads,
} from "@backlot/adapters-files";
import { logUpload, sharedWork, staffRefusal } from "@backlot/application";
import { uploadId } from "@backlot/domain/catalog/stock";
import { UPLOADS_PATH, UPLOAD_HEADERS } from "@backlot/ports/catalog/stock-upload";
import { ByStaff, type Caller, INVALID_REQUEST, requestIssues } from "@backlot/ports";
import * as Effect from "effect/Effect";
import * as Result from "effect/Result";
import * as Schema from "effect/Schema";
import { type Context, Hono } from "hono";
import type { Services } from "./composition.ts";
import { nameRoute } from "./observe/request-scope.ts";

/** The interval between removals of abandoned uploads, in milliseconds. */
const CLEAN_UP_MS = 6 * 60 * 60 * 1_000;

const decodeStaff = Schema.decodeUnknownResult(ByStaff, { errors: "all" });

const invalid = (message: string, issues: readonly unknown[] = []) => ({
  error: { code: "invalid_request", message, issues },
});

/** Returns the error response for a caller who may not upload, or null if the caller may. */
const refusalOf = (c: Context, caller: Caller): Response | null => {
  const refusal = staffRefusal(caller, "admin");
  if (refusal === null) return null;
  const { _tag: code, message } = refusal;
  return c.json({ error: { code, message } }, code === "unauthorized" ? 401 : 403);
};

/** Returns the name of an upload, or the error response if its facts are invalid. */
const idOfUpload = ({ name = "", sha256 = "" }: UploadFacts) => {
  if (!isStockName(name)) return { error: JSON.stringify(invalid(`${name} isn't a valid file name.`)) };
  if (!/^[0-9a-f]{64}$/.test(sha256))
    return { error: JSON.stringify(invalid("Send the file's SHA-256 in hexadecimal.")) };
  return { id: uploadId(name, sha256) };
};

/** Returns a header's percent-encoded text, or an empty string. */
const textHeader = (c: Context, name: string): string => {
  try {
    return decodeURIComponent(c.req.header(name) ?? "");
  } catch {
    return "";
  }
};

/**
 * Creates the routes through which support staff upload product files: pictures and sold files. Large files arrive in
 * parts, using the tus protocol. Uploads exceed the body limit of other requests, so mount these routes before that
 * limit.
 */
export const stockRoute = (
  services: Services,
  callerFor: (c: Context) => Caller | Promise<Caller>,
  uploadsFolder: string,
): Hono => {
  const app = new Hono();
  const uploads = makeUploads({ folder: uploadsFolder, path: UPLOADS_PATH, idOf: idOfUpload });
  void uploads.removeAbandoned();
  setInterval(() => void uploads.removeAbandoned(), CLEAN_UP_MS).unref();
  const receive = async (
    caller: Caller,
    name: string,
    by: ByStaff,
    bytes: ReadableStream<Uint8Array>,
    sha256: string,
  ) => {
    await services.stock.receive(name, bytes, sha256);
    await Effect.runPromiseWith(services.context)(logUpload(caller, name, by));
  };
  app.put("/api/support/stock/:kind{media|files}/:name", async (c) => {
    nameRoute("/api/support/stock/:kind/:name");
    const caller = await callerFor(c);
    const refusal = refusalOf(c, caller);
    if (refusal !== null) return refusal;
    const by = decodeStaff(c.req.query());
    if (Result.isFailure(by)) return c.json(invalid(INVALID_REQUEST, requestIssues("query", by.failure)), 400);
    const body = c.req.raw.body;
    try {
      if (body === null) throw new StockFileRefused("The request has no file.");
      const name = `${c.req.param("kind")}/${c.req.param("name")}`;
      await receive(caller, name, by.success, body, c.req.header(UPLOAD_HEADERS.sha256) ?? "");
      return c.body(null, 204);
    } catch (error) {
      if (!(error instanceof StockFileRefused)) throw error;
      return c.json(invalid(error.message), 400);
    }
  });
  /** Adds a complete upload to the stock. Returns why it was refused, or null. */
  const stockOnce = async (caller: Caller, by: ByStaff, id: string, upload: ArrivedUpload): Promise<string | null> => {
    const { name = "", sha256 = "" } = upload.facts;
    try {
      await receive(caller, name, by, upload.open(), sha256);
    } catch (error) {
      if (!(error instanceof StockFileRefused)) throw error;
      await uploads.remove(id);
      return error.message;
    }
    await uploads.remove(id);
    return null;
  };
  /** Adds a complete upload to the stock. Concurrent requests for the same upload share the work. */
  const stock = (caller: Caller, by: ByStaff, id: string): Promise<string | null> => {
    const work = Effect.promise(async () => {
      const upload = await uploads.arrived(id);
      return upload === null ? null : stockOnce(caller, by, id, upload);
    });
    return Effect.runPromiseWith(services.context)(sharedWork(`upload ${id}`, work));
  };
  /**
   * Returns the response for a file that the store already has, or null. A client asks for this response if the
   * response to its last part was lost.
   */
  const knownAnswer = async (c: Context, id: string): Promise<Response | null> => {
    const name = textHeader(c, UPLOAD_HEADERS.name);
    const sha256 = c.req.header(UPLOAD_HEADERS.sha256) ?? "";
    const size = c.req.header(UPLOAD_HEADERS.size) ?? "";
    if (uploadId(name, sha256) !== id || !/^\d{1,15}$/.test(size)) return null;
    const digests = await Effect.runPromise(services.stock.find([name]));
    if (digests.get(name) !== sha256) return null;
    const whole = {
      "upload-offset": size,
      "upload-length": size,
      "tus-resumable": "1.0.0",
      "cache-control": "no-store",
    };
    return c.body(null, 200, whole);
  };
  // Hono routes HEAD as GET.
  app.on(["POST", "PATCH", "GET"], [UPLOADS_PATH, `${UPLOADS_PATH}/:id{[0-9a-f]{64}-[a-z0-9-]+}`], async (c) => {
    nameRoute(`${UPLOADS_PATH}/:id`);
    const caller = await callerFor(c);
    const refusal = refusalOf(c, caller);
    if (refusal !== null) return refusal;
    const by = decodeStaff({
      actor: textHeader(c, UPLOAD_HEADERS.actor),
      reason: textHeader(c, UPLOAD_HEADERS.reason),
    });
    if (Result.isFailure(by)) return c.json(invalid(INVALID_REQUEST, requestIssues("headers", by.failure)), 400);
    const { method } = c.req.raw;
    if (method === "GET") return c.notFound();
    const named = c.req.param("id");
    const fileAnswer = method === "HEAD" && named !== undefined ? await knownAnswer(c, named) : null;
    if (fileAnswer !== null) return fileAnswer;
    const answer = await uploads.handle(c.req.raw);
    const id = named ?? answer.headers.get("location")?.split("/").at(-1);
    // Do this for HEAD requests too, because the process may have ended after the last part arrived but before it
    // stocked the file.
    const refused = id === undefined || answer.status >= 400 ? null : await stock(caller, by.success, id);
    return refused === null ? answer : c.json(invalid(refused), 400);
  });
  return app;
};
