import { StockFileRefused } from "@backlot/adapters-files";
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

const decodeStaff = Schema.decodeUnknownResult(ByStaff, { errors: "all" });

/**
 * Creates the route through which support staff upload product files: pictures and sold files. They exceed the body
 * limit of other requests, so mount it before that limit.
 */
export const stockRoute = (services: Services, callerFor: (c: Context) => Caller | Promise<Caller>): Hono => {
  const app = new Hono();
  app.put("/api/support/stock/:kind{media|files}/:name", async (c) => {
    nameRoute("/api/support/stock/:kind/:name");
    const caller = await callerFor(c);
    const refusal = staffRefusal(caller, "admin");
    if (refusal !== null) {
      const { _tag: code, message } = refusal;
      return c.json({ error: { code, message } }, code === "unauthorized" ? 401 : 403);
    }
    const by = decodeStaff(c.req.query());
    if (Result.isFailure(by)) {
      const issues = requestIssues("query", by.failure);
      return c.json({ error: { code: "invalid_request", message: INVALID_REQUEST, issues } }, 400);
    }
    const name = `${c.req.param("kind")}/${c.req.param("name")}`;
    const body = c.req.raw.body;
    const digest = c.req.header(DIGEST_HEADER) ?? "";
    try {
      if (body === null) throw new StockFileRefused("The request has no file.");
      await services.stock.receive(name, body, digest);
      await Effect.runPromiseWith(services.context)(logUpload(caller, name, by.success));
      return c.body(null, 204);
    } catch (error) {
      if (!(error instanceof StockFileRefused)) throw error;
      return c.json({ error: { code: "invalid_request", message: error.message, issues: [] } }, 400);
    }
  });
  return app;
};
