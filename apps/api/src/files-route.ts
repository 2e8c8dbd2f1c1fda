import { basename, dirname } from "node:path";
import { LinkRefused } from "@backlot/adapters-files";
import type { Caller } from "@backlot/application";
import { serveStatic } from "@hono/node-server/serve-static";
import { type Context, Hono } from "hono";
import type { Services } from "./composition.ts";

/** Sold files behind their links, whole or by ranges. Every link that opens nothing is told the same. (DWN-01) */
export const filesRoute = (services: Services, callerFor: (c: Context) => Promise<Caller>): Hono => {
  const app = new Hono();
  app.get("/files/:token/:name", async (c, next) => {
    const caller = await callerFor(c);
    if (caller._tag !== "SignedIn") return c.text("Sign in to open this file.", 401);
    try {
      const grant = services.signer.open(c.req.param("token"), caller.person.id);
      const { path } = await services.files.path(grant.variant_id);
      const send = serveStatic({ root: dirname(path), rewriteRequestPath: () => `/${basename(path)}` });
      const sent = await send(c, next);
      if (!sent) return c.text("Not found", 404);
      sent.headers.set("content-type", "application/zip");
      sent.headers.set("content-disposition", `attachment; filename="${grant.file_name}"`);
      sent.headers.set("cache-control", "private, no-store");
      return sent;
    } catch (error) {
      if (error instanceof LinkRefused)
        return c.text("This link opens nothing any more. Download the file again from its page.", 403);
      throw error;
    }
  });
  return app;
};
