import { LogoKind } from "@backlot/domain/kernel/shop.schema";
import { type Logo, ReadRepositories } from "@backlot/ports";
import type * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Result from "effect/Result";
import * as Schema from "effect/Schema";
import { type Context as RequestContext, Hono } from "hono";

const decodeKind = Schema.decodeUnknownResult(LogoKind);

/** Stops scripts and requests in an SVG that is opened directly. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** Serves the store's own logos. Their URLs contain a version, so browsers keep them. */
export const logoRoute = (context: Context.Context<ReadRepositories>): Hono => {
  const logoOf = (kind: LogoKind): Promise<Logo | null> =>
    Effect.runPromise(
      Effect.provideContext(
        ReadRepositories.use(({ shop }) => shop.logo(kind)),
        context,
      ),
    );
  const send = (c: RequestContext, logo: Logo): Response =>
    c.body(Uint8Array.from(Buffer.from(logo.data, "base64")), 200, {
      "content-type": logo.type,
      "content-security-policy": POLICY,
      "cache-control": c.req.query("v") === logo.version ? "public, max-age=31536000, immutable" : "no-cache",
    });
  const routes = new Hono();
  routes.get("/shop/logo/:kind", async (c) => {
    const kind = decodeKind(c.req.param("kind"));
    const logo = Result.isFailure(kind) ? null : await logoOf(kind.success);
    return logo === null ? c.notFound() : send(c, logo);
  });
  // Programs that don't read HTML request this path. Without its own icon, the store uses the built-in one.
  routes.get("/favicon.ico", async (c, next) => {
    // Also serve the built-in icon during an outage.
    const icon = await logoOf("icon").catch(() => null);
    return icon === null ? next() : send(c, icon);
  });
  return routes;
};
