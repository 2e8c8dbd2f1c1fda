import { StockFileRefused } from "@backlot/adapters-files";
import { staffRefusal } from "@backlot/application";
import type { Caller } from "@backlot/ports";
import { type Context, Hono } from "hono";
import type { Services } from "./composition.ts";

/** The header with the SHA-256 of the uploaded bytes, in hexadecimal. */
const DIGEST_HEADER = "x-content-sha256";

/**
 * Creates the route through which support staff upload product files: pictures and sold files. They exceed the body
 * limit of other requests, so mount it before that limit.
 */
export const stockRoute = (services: Services, callerFor: (c: Context) => Caller | Promise<Caller>): Hono => {
  const app = new Hono();
  app.put("/api/support/stock/:kind{media|files}/:name", async (c) => {
    const refusal = staffRefusal(await callerFor(c), "admin");
    if (refusal !== null) {
      const { _tag: code, message } = refusal;
      return c.json({ error: { code, message } }, code === "unauthorized" ? 401 : 403);
    }
    const body = c.req.raw.body;
    const digest = c.req.header(DIGEST_HEADER) ?? "";
    try {
      if (body === null) throw new StockFileRefused("The request has no file.");
      await services.stock.receive(`${c.req.param("kind")}/${c.req.param("name")}`, body, digest);
      return c.body(null, 204);
    } catch (error) {
      if (!(error instanceof StockFileRefused)) throw error;
      return c.json({ error: { code: "invalid_request", message: error.message, issues: [] } }, 400);
    }
  });
  return app;
};
