import { readFileSync } from "node:fs";
import { Hono } from "hono";
import { html } from "hono/html";

const WIDGET = new URL("../dist/price-widget.js", import.meta.url);

/** The URL at which `npm start` runs the store. */
const USUAL_STORE = "http://127.0.0.1:3000";

/**
 * Creates a page that acts as another site, with its own content security policy and the price widget from the domain's
 * examples. `?store=` is the store's URL.
 */
export const channelPage = (): Hono => {
  const routes = new Hono();
  routes.get("/price-widget.js", (c) =>
    c.body(readFileSync(WIDGET, "utf8"), 200, { "content-type": "text/javascript; charset=utf-8" }),
  );
  routes.get("/channel", (c) => {
    const address = c.req.query("store") ?? USUAL_STORE;
    const store = URL.canParse(address) ? new URL(address).origin : USUAL_STORE;
    c.header(
      "content-security-policy",
      `default-src 'none'; script-src 'self'; connect-src ${store}; base-uri 'none'; form-action 'none'`,
    );
    return c.html(
      html`<!doctype html>
        <html lang="en">
          <head>
            <meta charset="utf-8" />
            <meta name="viewport" content="width=device-width, initial-scale=1" />
            <title>A page of another site</title>
          </head>
          <body>
            <main>
              <h1>A page of another site</h1>
              <p>The price list below is one script tag. The store lets this site call its API by CORS_ORIGINS.</p>
              <script src="/price-widget.js" data-store="${store}" async></script>
            </main>
          </body>
        </html>`,
    );
  });
  return routes;
};
