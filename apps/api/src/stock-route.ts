import { createHash } from "node:crypto";
import {
  type ArrivedUpload,
  StockFileRefused,
  type UploadFacts,
  isStockName,
  makeUploads,
} from "@backlot/adapters-files";
import { logUpload, staffRefusal } from "@backlot/application";
import { ByStaff, type Caller, INVALID_REQUEST, requestIssues } from "@backlot/ports";
import * as Effect from "effect/Effect";
import * as Result from "effect/Result";
import * as Schema from "effect/Schema";
import { type Context, Hono } from "hono";
import type { Services } from "./composition.ts";
import { nameRoute } from "./observe/request-scope.ts";

/** The header with the SHA-256 of the uploaded bytes, in hexadecimal. */
const DIGEST_HEADER = "x-content-sha256";

/** The path of uploads in parts. */
const UPLOADS = "/api/support/uploads";

/** How often abandoned uploads are looked for, in milliseconds. */
const CLEAN_UP_MS = 6 * 60 * 60 * 1_000;

const decodeStaff = Schema.decodeUnknownResult(ByStaff, { errors: "all" });

const invalid = (message: string, issues: readonly unknown[] = []) => ({
  error: { code: "invalid_request", message, issues },
});

/** Returns the answer to a caller who may not upload, or null. */
const refusalOf = (c: Context, caller: Caller): Response | null => {
  const refusal = staffRefusal(caller, "admin");
  if (refusal === null) return null;
  const { _tag: code, message } = refusal;
  return c.json({ error: { code, message } }, code === "unauthorized" ? 401 : 403);
};

/**
 * Names an upload by the file and its SHA-256, so that the same file is resumed, also by another process or command.
 * Returns the error to answer if its facts are wrong.
 */
const idOfUpload = ({ name = "", sha256 = "", actor, reason }: UploadFacts) => {
  const by = decodeStaff({ actor, reason });
  if (Result.isFailure(by))
    return { error: JSON.stringify(invalid(INVALID_REQUEST, requestIssues("metadata", by.failure))) };
  if (!isStockName(name)) return { error: JSON.stringify(invalid(`${name} is no file of a store.`)) };
  if (!/^[0-9a-f]{64}$/.test(sha256))
    return { error: JSON.stringify(invalid("Name the file's SHA-256 in hexadecimal.")) };
  return { id: createHash("sha256").update(`${name} ${sha256}`).digest("hex") };
};

/**
 * Creates the routes through which support staff upload product files: pictures and sold files. Large files arrive in
 * parts, by the tus protocol. They exceed the body limit of other requests, so mount it before that limit.
 */
export const stockRoute = (
  services: Services,
  callerFor: (c: Context) => Caller | Promise<Caller>,
  uploadsFolder: string,
): Hono => {
  const app = new Hono();
  const uploads = makeUploads({ folder: uploadsFolder, path: UPLOADS, idOf: idOfUpload });
  const cleanUp = () => void uploads.removeAbandoned().catch((error: unknown) => console.error("uploads:", error));
  setInterval(cleanUp, CLEAN_UP_MS).unref();
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
      await receive(caller, name, by.success, body, c.req.header(DIGEST_HEADER) ?? "");
      return c.body(null, 204);
    } catch (error) {
      if (!(error instanceof StockFileRefused)) throw error;
      return c.json(invalid(error.message), 400);
    }
  });
  /** Stocks an upload that has arrived whole. Returns the answer if it was refused, or null. */
  const stock = async (c: Context, caller: Caller, id: string, upload: ArrivedUpload): Promise<Response | null> => {
    const { name = "", sha256 = "", actor = "", reason = "" } = upload.facts;
    try {
      await receive(caller, name, { actor, reason }, upload.open(), sha256);
      await uploads.remove(id);
      return null;
    } catch (error) {
      if (!(error instanceof StockFileRefused)) throw error;
      await uploads.remove(id);
      return c.json(invalid(error.message), 400);
    }
  };
  // Hono routes HEAD as GET.
  app.on(["POST", "PATCH", "GET"], [UPLOADS, `${UPLOADS}/:id{[0-9a-f]{64}}`], async (c) => {
    nameRoute(`${UPLOADS}/:id`);
    const caller = await callerFor(c);
    const refusal = refusalOf(c, caller);
    if (refusal !== null) return refusal;
    if (c.req.raw.method === "GET") return c.notFound();
    const answer = await uploads.handle(c.req.raw);
    const id = c.req.param("id") ?? /([0-9a-f]{64})$/.exec(answer.headers.get("location") ?? "")?.[1];
    // Also when asked how much has arrived: the process may have ended before it stocked the file.
    const arrived = id === undefined || answer.status >= 400 ? null : await uploads.arrived(id);
    return (id === undefined || arrived === null ? null : await stock(c, caller, id, arrived)) ?? answer;
  });
  return app;
};
