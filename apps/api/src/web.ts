import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type LogError, SHARED_PAGE, type Store, type WebServerBuild } from "@backlot/ports";
import type { OnFailure, ShopCache } from "@backlot/application";
import { serveStatic } from "@hono/node-server/serve-static";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { every } from "hono/combine";
import type { Metrics } from "./observe/metrics.ts";
import { type RouteFacts, pagePatterns } from "./observe/page-patterns.ts";
import { currentRequest, nameRoute } from "./observe/request-scope.ts";
import type { Responses } from "./responses.ts";
import type { StoreConfig } from "./settings/derived.ts";
import { samplePictures } from "./sample-pictures.ts";
import { samples } from "./samples.ts";
import { contentSecurityPolicy } from "./security.ts";
import type { SessionCookie } from "./session-cookie.ts";
import { type SharedPage, toSharedPage } from "./shared-pages.ts";
import { keepSharedTexts } from "./cached-bodies.ts";
import { shopSettings } from "./shop-settings.ts";
import { type Visitors, pathAndQuery } from "./visitors.ts";

/** The web app's server build. Only its entry module is used. */
export interface WebBuild {
  readonly entry: { readonly module: WebServerBuild };
  /** The routes by id, as listed in React Router's build. */
  readonly routes: Readonly<Record<string, RouteFacts | undefined>>;
}

const WEB = fileURLToPath(new URL("../../web/build/", import.meta.url));

/** Responds with 304 instead of a file that has not changed since the browser stored it. */
const unlessUnchanged: MiddlewareHandler = async (c, next) => {
  await next();
  const cacheTime = Date.parse(c.req.header("if-modified-since") ?? "");
  const changed = Date.parse(c.res.headers.get("last-modified") ?? "");
  if (c.res.status !== 200 || !(changed <= cacheTime)) return;
  await c.res.body?.cancel();
  const { headers } = c.res;
  for (const name of ["content-length", "content-type", "content-encoding"]) headers.delete(name);
  c.res = new Response(null, { status: 304, headers });
};

/**
 * Returns middleware that serves a folder's files with a Cache-Control header. Only files that exist get the header,
 * because pages share these paths.
 */
const files = (root: string, control: string, rewriteRequestPath?: (path: string) => string) =>
  every(
    unlessUnchanged,
    serveStatic({
      root,
      precompressed: true,
      onFound: (_, c) => c.header("cache-control", control),
      ...(rewriteRequestPath === undefined ? {} : { rewriteRequestPath }),
    }),
  );

/** Returns whether an image request comes from a browser that doesn't support AVIF. */
const lacksAvif = (accept: string): boolean => accept.includes("image/") && !accept.includes("image/avif");

/** Redirects browsers that don't support AVIF to a picture's JPEG version. */
const orJpeg: MiddlewareHandler = async (c, next) => {
  const jpeg = c.req.path.replace(/(?:-640)?\.avif$/, ".jpg");
  if (jpeg === c.req.path) return next();
  c.header("vary", "Accept", { append: true });
  return lacksAvif(c.req.header("accept") ?? "") ? c.redirect(jpeg) : next();
};

/** Returns the names of the files in a folder, without precompressed copies. */
const ownFiles = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((each) =>
    each.isFile() && !/\.(?:br|gz)$/.test(each.name) ? [each.name] : [],
  );

/** Creates the route that serves the catalog's pictures, from the data folder and from the samples. */
export const mediaFiles = (dataDir: string): Hono => {
  const app = new Hono();
  const brought = join(dataDir, "media");
  mkdirSync(brought, { recursive: true });
  // The owner's pictures override the samples' pictures, which override pictures left by earlier versions.
  const folders = [brought, samples.mediaFolder ?? [], samplePictures(dataDir)].flat().filter(existsSync);
  app.use("/media/*", (_, next) => {
    nameRoute("/media/:file");
    return next();
  });
  app.use("/media/*", orJpeg);
  for (const folder of folders)
    app.use(
      "/media/*",
      files(folder, "public, max-age=86400", (path) => path.replace(/^\/media/, "")),
    );
  app.all("/media/*", (c) => c.text("Not found", 404));
  return app;
};

/** A rendered page, and the nonce that allows its scripts. */
interface Rendered {
  readonly page: Response;
  readonly nonce: string;
}

const makeRender = (
  build: WebBuild,
  config: StoreConfig,
  { session, shop: cache, logError }: Pick<PageHost, "session" | "shop" | "logError">,
): ((request: Request, store: Store) => Promise<Rendered>) => {
  const render = build.entry.module.makeHandler(build, config.publicUrl.host);
  const shop = shopSettings(config, cache);
  return async (request, store) => {
    const nonce = randomBytes(16).toString("base64");
    const requestId = currentRequest()?.id ?? null;
    return { page: await render(request, { store, session, shop, nonce, requestId, logError }), nonce };
  };
};

/** The memory limit for cached pages, in bytes. */
const MOST_BYTES = 16_000_000;

/**
 * Returns a page's response for one caller, with a nonce in its policy. Replaces a shared page's Cache-Control header
 * with one that forbids storing it.
 */
const toOwn = (config: StoreConfig, { page, nonce }: Rendered): Response => {
  const answer = new Response(page.body, page);
  answer.headers.set("content-security-policy", contentSecurityPolicy(config, [`'nonce-${nonce}'`]));
  const control = answer.headers.get("cache-control");
  if (control === null || control === SHARED_PAGE) answer.headers.set("cache-control", "private, no-store");
  return answer;
};

/** Creates a renderer for pages that are never shared between callers. */
export const pageRenderer = (
  build: WebBuild,
  config: StoreConfig,
  host: Pick<PageHost, "session" | "shop" | "logError">,
): ((request: Request, store: Store) => Promise<Response>) => {
  const render = makeRender(build, config, host);
  return async (request, store) => toOwn(config, await render(request, store));
};

/** The parts of the API app that the web app's routes need. */
export interface PageHost {
  readonly session: SessionCookie;
  readonly shop: ShopCache;
  /** Returns the store's operations, called on behalf of a request's sender. `onFailure` receives the failures. */
  readonly storeFor: (c: Context, onFailure?: OnFailure) => Promise<Store>;
  readonly visitors: Visitors;
  readonly answers: Responses;
  readonly metrics: Pick<Metrics, "sharedAnswer"> | null;
  readonly logError: LogError;
}

/**
 * Creates the handler of a web build's pages. Pages that all anonymous visitors share are cached until their content
 * changes; every request asks the database for the current version.
 */
const pageRoutes = (build: WebBuild, config: StoreConfig, host: PageHost): ((c: Context) => Promise<Response>) => {
  const render = makeRender(build, config, host);
  const pages = keepSharedTexts<SharedPage>(MOST_BYTES, host.visitors.keptFor);
  const policyFor = (scripts: readonly string[]): string => contentSecurityPolicy(config, scripts);
  const { sharedKey } = build.entry.module;
  const patternOf = pagePatterns(build.routes);
  const keyOf = (c: Context): string | null => {
    if (c.req.method !== "GET" || !host.visitors.isUnknown(c)) return null;
    return sharedKey(pathAndQuery(c), c.req.header("cookie") ?? null);
  };
  return async (c) => {
    nameRoute(patternOf(c.req.path));
    const key = keyOf(c);
    if (key === null) return toOwn(config, await render(c.req.raw, await host.storeFor(c)));
    const version = await host.visitors.version();
    const sharedPage = pages.get(key, version);
    host.metrics?.sharedAnswer(sharedPage !== null);
    if (sharedPage !== null) return host.answers.sharedPage(c, sharedPage);
    // If the database was unavailable, the page may lack data, so don't cache it.
    let hasFailed = false;
    const store = await host.storeFor(c, (_name, error) => {
      hasFailed ||= Reflect.get(Object(error), "_tag") === "unavailable";
    });
    const rendered = await render(c.req.raw, store);
    const { status, headers } = rendered.page;
    if (status !== 200 || headers.get("cache-control") !== SHARED_PAGE || headers.has("set-cookie"))
      return toOwn(config, rendered);
    const text = await rendered.page.text();
    if (hasFailed) return toOwn(config, { ...rendered, page: new Response(text, rendered.page) });
    const contentType = headers.get("content-type") ?? "text/html; charset=utf-8";
    const page = toSharedPage({ text, nonce: rendered.nonce, contentType }, policyFor);
    return host.answers.sharedPage(c, pages.keep(key, version, page));
  };
};

/** Mounts the web app: its hashed assets, the catalog's pictures, and the server-rendered pages. */
export const mountWeb = async (config: StoreConfig, host: PageHost): Promise<Hono> => {
  const entry = `${WEB}server/index.js`;
  if (!existsSync(entry)) throw new Error(`the web app isn't built: ${entry} is missing`);
  // React picks its build by NODE_ENV when it is first imported, and the certificate renderer also imports React. The
  // store has already read its own mode.
  process.env.NODE_ENV ||= "production";
  const build = (await import(/* @vite-ignore */ pathToFileURL(entry).href)) as WebBuild;
  const app = new Hono();
  app.use("/assets/*", (_, next) => {
    nameRoute("/assets/:file");
    return next();
  });
  app.use("/assets/*", files(`${WEB}client`, "public, max-age=31536000, immutable"));
  app.all("/assets/*", (c) => c.text("Not found", 404));
  app.route("/", mediaFiles(config.dataDir));
  // Mount one route per file, because a disk lookup for every page costs more than most of the page's database queries.
  for (const name of ownFiles(`${WEB}client`)) app.use(`/${name}`, files(`${WEB}client`, "public, max-age=3600"));
  app.all("*", pageRoutes(build, config, host));
  return app;
};
