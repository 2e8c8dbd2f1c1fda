import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Store } from "@backlot/ports";
import { serveStatic } from "@hono/node-server/serve-static";
import { type Context, Hono } from "hono";
import type { Config } from "./config.ts";
import { contentSecurityPolicy } from "./security.ts";
import type { SessionCookie } from "./session-cookie.ts";

/** What a page is told of the shop around it. */
export interface ShopSettings {
  readonly supportEmail: string;
  readonly siteUrl: string;
  readonly stripe: { readonly publishableKey: string; readonly standInUrl: string | null };
}

/** What a request of a page carries to its loaders and actions. */
export interface PageContext {
  readonly store: Store;
  readonly session: SessionCookie;
  readonly shop: ShopSettings;
  readonly nonce: string;
}

/** The door of the web app's server build, in our words: the build itself is read by path. */
interface WebBuild {
  readonly entry: {
    readonly module: {
      readonly makeHandler: (build: unknown) => (request: Request, page: PageContext) => Promise<Response>;
    };
  };
}

const WEB = fileURLToPath(new URL("../../web/build/", import.meta.url));
const MEDIA = fileURLToPath(new URL("../../../packages/catalogue/media/", import.meta.url));

const cached = (control: string) => async (c: Context, next: () => Promise<void>): Promise<void> => {
  await next();
  if (c.res.ok || c.res.status === 304) c.header("cache-control", control);
};

/** The web app: its hashed assets, the catalogue's pictures, and its pages rendered on the server. */
export const mountWeb = async (
  config: Config,
  session: SessionCookie,
  storeFor: (c: Context) => Promise<Store>,
): Promise<Hono> => {
  const entry = `${WEB}server/index.js`;
  if (!existsSync(entry)) throw new Error(`the web app is not built: ${entry} is missing`);
  // React picks its build by this when it is first imported. The store's own mode was read before.
  process.env.NODE_ENV = "production";
  const build = (await import(pathToFileURL(entry).href)) as WebBuild;
  const render = build.entry.module.makeHandler(build);
  const shop: ShopSettings = {
    supportEmail: config.supportEmail,
    siteUrl: config.publicUrl.origin,
    stripe: {
      publishableKey: config.stripe.publishableKey,
      standInUrl: config.stripe.baseUrl === undefined ? null : `${new URL(config.stripe.baseUrl).origin}/stripe-standin.js`,
    },
  };
  const app = new Hono();
  app.use("/assets/*", cached("public, max-age=31536000, immutable"), serveStatic({ root: `${WEB}client`, precompressed: true }));
  app.all("/assets/*", (c) => c.text("Not found", 404));
  app.use(
    "/media/*",
    cached("public, max-age=86400"),
    serveStatic({ root: MEDIA, rewriteRequestPath: (path) => path.replace(/^\/media/, "") }),
  );
  app.all("/media/*", (c) => c.text("Not found", 404));
  app.use(cached("public, max-age=3600"), serveStatic({ root: `${WEB}client`, precompressed: true }));
  app.all("*", async (c) => {
    const nonce = randomBytes(16).toString("base64");
    const page = await render(c.req.raw, { store: await storeFor(c), session, shop, nonce });
    const answer = new Response(page.body, page);
    answer.headers.set("content-security-policy", contentSecurityPolicy(config, nonce));
    if (!answer.headers.has("cache-control")) answer.headers.set("cache-control", "private, no-store");
    return answer;
  });
  return app;
};
