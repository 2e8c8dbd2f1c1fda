import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { validatedStore, type ShopSettings, type Store, type WebServerBuild } from "@backlot/ports";
import { serveStatic } from "@hono/node-server/serve-static";
import { type Context, Hono } from "hono";
import type { Config } from "./config.ts";
import { contentSecurityPolicy } from "./security.ts";
import type { SessionCookie } from "./session-cookie.ts";

/** The server build, of which only its door is used. */
export interface WebBuild {
  readonly entry: { readonly module: WebServerBuild };
}

const WEB = fileURLToPath(new URL("../../web/build/", import.meta.url));
const MEDIA = fileURLToPath(new URL("../../../packages/catalogue/media/", import.meta.url));

/** Files of a folder, with how long a browser may keep them. Only what was found is marked: pages come after these. */
const files = (root: string, control: string, rewriteRequestPath?: (path: string) => string) =>
  serveStatic({
    root,
    precompressed: true,
    onFound: (_, c) => c.header("cache-control", control),
    ...(rewriteRequestPath === undefined ? {} : { rewriteRequestPath }),
  });

/** What the pages know of the store that they belong to. */
const shopSettings = (config: Config): ShopSettings => ({
  supportEmail: config.supportEmail,
  seller: config.seller,
  siteUrl: config.publicUrl.origin,
  payPal: config.paypal !== null && !config.payPalHidden,
  stripe: {
    publishableKey: config.stripe.publishableKey,
    standInUrl:
      config.stripe.baseUrl === undefined ? null : `${new URL(config.stripe.baseUrl).origin}/stripe-standin.js`,
  },
});

/** The catalogue's pictures. */
export const mediaFiles = (): Hono => {
  const app = new Hono();
  app.use(
    "/media/*",
    files(MEDIA, "public, max-age=86400", (path) => path.replace(/^\/media/, "")),
  );
  app.all("/media/*", (c) => c.text("Not found", 404));
  return app;
};

/** Renders pages of a web build over a store, each under a policy with a nonce of its own. */
export const pageRenderer = (
  build: WebBuild,
  config: Config,
  session: SessionCookie,
): ((request: Request, store: Store) => Promise<Response>) => {
  const render = build.entry.module.makeHandler(build, config.publicUrl.host);
  const shop = shopSettings(config);
  return async (request, store) => {
    const nonce = randomBytes(16).toString("base64");
    const page = await render(request, { store: validatedStore(store), session, shop, nonce });
    const answer = new Response(page.body, page);
    answer.headers.set("content-security-policy", contentSecurityPolicy(config, nonce));
    if (!answer.headers.has("cache-control")) answer.headers.set("cache-control", "private, no-store");
    return answer;
  };
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
  const render = pageRenderer(
    (await import(/* @vite-ignore */ pathToFileURL(entry).href)) as WebBuild,
    config,
    session,
  );
  const app = new Hono();
  app.use("/assets/*", files(`${WEB}client`, "public, max-age=31536000, immutable"));
  app.all("/assets/*", (c) => c.text("Not found", 404));
  app.route("/", mediaFiles());
  app.use(files(`${WEB}client`, "public, max-age=3600"));
  app.all("*", async (c) => render(c.req.raw, await storeFor(c)));
  return app;
};
