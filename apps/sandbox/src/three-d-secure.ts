import { Hono } from "hono";
import { html, raw } from "hono/html";
import { parseForm } from "./stripe/form.ts";
import { CORS } from "./stripe/api.ts";

const SCRIPT = `
  const end = async (outcome) => {
    await fetch(location.pathname, { method: "POST", body: new URLSearchParams({ outcome }) });
    parent.postMessage({ stripeSandbox: "3ds", outcome }, "*");
  };
  for (const button of document.querySelectorAll("button")) button.onclick = () => end(button.dataset.outcome);
  onkeydown = (event) => { if (event.key === "Escape") end("fail"); };`;

/**
 * Creates the bank's page that 3-D Secure shows in a frame. Calls `end` with the intent's id and whether the buyer
 * completed the authentication.
 */
export const threeDSecure = (end: (intentId: string, completed: boolean) => void): Hono => {
  const app = new Hono();
  app.get("/3ds/:id", (c) =>
    c.html(html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <title>3D Secure 2 test page</title>
          <style>
            :root { color-scheme: light }
            body { font: 16px/1.5 system-ui, sans-serif; padding: 24px; background: #fff; color: #111 }
            button { font: inherit; padding: 10px 16px; margin: 8px 8px 0 0 }
          </style>
        </head>
        <body>
          <h1>3D Secure 2 test page</h1>
          <p>Here your bank would ask whether you make this payment.</p>
          <button data-outcome="complete">Complete authentication</button>
          <button data-outcome="fail">Fail authentication</button>
          <script>${raw(SCRIPT)}</script>
        </body>
      </html>`),
  );
  app.post("/3ds/:id", async (c) => {
    end(c.req.param("id"), parseForm(await c.req.text())["outcome"] === "complete");
    return c.body(null, 204, CORS);
  });
  return app;
};
