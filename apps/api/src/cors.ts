import { Hono } from "hono";
import { cors } from "hono/cors";

/** The value that opens the API to pages from all sites. */
const EVERYONE = "*";

/** Returns whether pages from an origin may call the API. */
export const mayCall = (origins: readonly string[], origin: string): boolean =>
  origins.includes(EVERYONE) || origins.includes(origin);

/**
 * Lets pages from other sites call the API with tokens in headers, but never with the store's cookies. Wraps the app,
 * so that stores without such sites have no overhead.
 */
export const withCors = (origins: readonly string[], app: Hono): Hono => {
  const open = new Hono();
  open.use(
    "/api/*",
    cors({
      origin: (origin) => (mayCall(origins, origin) ? origin : null),
      allowMethods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
      allowHeaders: ["authorization", "content-type", "idempotency-key"],
      exposeHeaders: ["api-version", "idempotency-replayed", "retry-after", "x-request-id"],
      maxAge: 7_200,
    }),
  );
  open.all("*", (c) => app.fetch(c.req.raw, c.env));
  return open;
};
