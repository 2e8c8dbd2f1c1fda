import { createHash } from "node:crypto";
import { type Context, Hono } from "hono";
import { type CachedBody, cachedBody } from "../cached-bodies.ts";
import { VARIED, encodingFor } from "../compression.ts";

/** The API documentation page. Its script is a separate file, so that browsers can cache it. */
interface Docs {
  readonly html: CachedBody;
  readonly script: CachedBody;
  /** The version in the script's URL. */
  readonly version: string;
  readonly policy: string;
}

const SCRIPT_PATH = "/api/docs/reference.js";

/** The script's URL contains its hash, so browsers can cache it. */
const KEPT = "public, max-age=31536000, immutable";

/**
 * Returns a function that creates a value on the first call and shares it with later calls. Retries if creation fails.
 */
const once = <A>(make: () => Promise<A>): (() => Promise<A>) => {
  let promise: Promise<A> | null = null;
  return () => {
    promise ??= make().catch((error: unknown) => {
      promise = null;
      throw error;
    });
    return promise;
  };
};

/** Sends a body that all callers share. Compresses it only once per encoding. */
const send = async (c: Context, body: CachedBody, headers: Readonly<Record<string, string>>): Promise<Response> => {
  const encoding = encodingFor(c.req.header("accept-encoding"));
  if (encoding === null) return c.body(body.text, 200, headers);
  return c.body(await body.encoded(encoding), 200, { ...headers, ...VARIED, "content-encoding": encoding });
};

/** Scalar options that prevent requests to other sites: no fonts, no telemetry, no hosted services. */
const OPTIONS = {
  agent: { disabled: true },
  hideClientButton: true,
  mcp: { disabled: true },
  showDeveloperTools: "never",
  telemetry: false,
  withDefaultFonts: false,
} as const;

const hashOf = (script: string): string => `'sha256-${createHash("sha256").update(script).digest("base64")}'`;

/** Returns the documentation page that Effect generates with Scalar, with its own content security policy. */
const makeDocs = async (siteUrl: string): Promise<Docs> => {
  const [{ describedApi }, HttpApiScalar, HttpRouter] = await Promise.all([
    import("./api-document.ts"),
    import("effect/http-api/HttpApiScalar"),
    import("effect/http/HttpRouter"),
  ]);
  const layer = HttpApiScalar.layer(describedApi(siteUrl), { path: "/api/docs", scalar: OPTIONS });
  const { handler, dispose } = HttpRouter.toWebHandler(layer, { disableLogger: true });
  const page = await (await handler(new Request(`${siteUrl}/api/docs`))).text();
  await dispose();
  const [, script = ""] = /<script>([\s\S]*?)<\/script>/.exec(page) ?? [];
  const [, start = ""] = /<script>(\s*window\.Scalar[\s\S]*?)<\/script>/.exec(page) ?? [];
  if (script === "" || start === "" || script === start) throw new Error("the documentation page has changed");
  const version = hashOf(script).slice(8, 20).replace(/\W/g, "");
  return {
    html: cachedBody(
      page
        .replace(`<script>${script}</script>`, () => `<script src="${SCRIPT_PATH}?v=${version}"></script>`)
        .replace("<html>", '<html lang="en">'),
    ),
    script: cachedBody(script),
    version,
    policy: [
      "default-src 'none'",
      `script-src 'self' ${hashOf(start)}`,
      // Scalar inserts its own style sheet.
      "style-src 'unsafe-inline'",
      "img-src 'self' data:",
      "font-src 'self' data:",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join("; "),
  };
};

/** Creates the routes of the API document, one for programs and one for people. `siteUrl` is the store's origin. */
export const documentRoutes = (siteUrl: string): Hono => {
  const document = once(async () => {
    const { apiDocument } = await import("./api-document.ts");
    return cachedBody(JSON.stringify(apiDocument(siteUrl)));
  });
  const docs = once(() => makeDocs(siteUrl));
  const routes = new Hono();
  routes.get("/api/openapi.json", async (c) => send(c, await document(), { "content-type": "application/json" }));
  routes.get("/api/docs", async (c) => {
    const { html, policy } = await docs();
    return send(c, html, { "content-type": "text/html; charset=utf-8", "content-security-policy": policy });
  });
  routes.get(SCRIPT_PATH, async (c) => {
    const { script, version } = await docs();
    return send(c, script, {
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": c.req.query("v") === version ? KEPT : "no-cache",
    });
  });
  return routes;
};
