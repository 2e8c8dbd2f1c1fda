import { LogoKind } from "@backlot/domain/kernel/shop.schema";
import { ReadRepositories } from "@backlot/ports";
import type * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Result from "effect/Result";
import * as Schema from "effect/Schema";
import { Hono } from "hono";

const decodeKind = Schema.decodeUnknownResult(LogoKind);

/** Stops scripts and requests in an SVG that is opened directly. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** Serves the store's own logos. Their URLs contain a version, so browsers keep them. */
export const logoRoute = (context: Context.Context<ReadRepositories>): Hono =>
  new Hono().get("/shop/logo/:kind", async (c) => {
    const kind = decodeKind(c.req.param("kind"));
    if (Result.isFailure(kind)) return c.notFound();
    const read = ReadRepositories.use(({ shop }) => shop.logo(kind.success));
    const logo = await Effect.runPromise(Effect.provideContext(read, context));
    if (logo === null) return c.notFound();
    return c.body(Uint8Array.from(Buffer.from(logo.data, "base64")), 200, {
      "content-type": logo.type,
      "content-security-policy": POLICY,
      "cache-control": c.req.query("v") === logo.version ? "public, max-age=31536000, immutable" : "no-cache",
    });
  });
