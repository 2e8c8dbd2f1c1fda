import { createHash } from "node:crypto";
import { Hono } from "hono";

/** The page of the API's documentation, with its script apart so that browsers keep it. */
interface Docs {
  readonly html: string;
  readonly script: string;
  readonly policy: string;
}

const SCRIPT_PATH = "/api/docs/reference.js";

/** The script's URL has its hash, so a browser may keep it. */
const KEPT = "public, max-age=31536000, immutable";

/** Requests nothing from other sites: no fonts, no telemetry, no hosted services. */
const OPTIONS = {
  agent: { disabled: true },
  hideClientButton: true,
  mcp: { disabled: true },
  showDeveloperTools: "never",
  telemetry: false,
  withDefaultFonts: false,
} as const;

const hashOf = (script: string): string => `'sha256-${createHash("sha256").update(script).digest("base64")}'`;

/** Returns the documentation page that effect makes with Scalar, under a policy of its own. */
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
  if (script === "" || start === "" || script === start) throw new Error("the documentation page has another form");
  return {
    html: page
      .replace(
        `<script>${script}</script>`,
        () => `<script src="${SCRIPT_PATH}?v=${hashOf(script).slice(8, 20).replace(/\W/g, "")}"></script>`,
      )
      .replace("<html>", '<html lang="en">'),
    script,
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

/** Creates the routes of the API document: for programs, and for people. `siteUrl` is the store's origin. */
export const documentRoutes = (siteUrl: string): Hono => {
  const routes = new Hono();
  let document: Promise<string> | null = null;
  let docs: Promise<Docs> | null = null;
  const docsPage = () => {
    docs ??= makeDocs(siteUrl);
    return docs;
  };
  routes.get("/api/openapi.json", async (c) => {
    document ??= import("./api-document.ts").then(({ apiDocument }) => JSON.stringify(apiDocument(siteUrl)));
    return c.body(await document, 200, { "content-type": "application/json" });
  });
  routes.get("/api/docs", async (c) => {
    const { html, policy } = await docsPage();
    return c.html(html, 200, { "content-security-policy": policy });
  });
  routes.get(SCRIPT_PATH, async (c) =>
    c.body((await docsPage()).script, 200, {
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": KEPT,
    }),
  );
  return routes;
};
