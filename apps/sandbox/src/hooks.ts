import { Hono } from "hono";
import { html } from "hono/html";
import { sandboxDocument } from "./document.ts";

/** The number of received events to keep. */
const KEPT = 100;

/** An event as a receiver sees it. */
interface ReceivedHook {
  readonly id: string;
  readonly time: string;
  readonly body: string;
}

/**
 * Creates a receiver of the store's webhooks, and a page that shows the events. It keeps them in memory, and doesn't
 * check signatures, because it doesn't know the secret.
 */
export const hooksPage = (): Hono => {
  const received: ReceivedHook[] = [];
  const routes = new Hono();
  routes.post("/hooks", async (c) => {
    const seconds = Number(c.req.header("webhook-timestamp") ?? "0");
    received.unshift({
      id: c.req.header("webhook-id") ?? "none",
      time: new Date(seconds * 1_000).toISOString(),
      body: await c.req.text(),
    });
    received.length = Math.min(received.length, KEPT);
    return c.body(null, 204);
  });
  routes.get("/hooks", (c) => {
    const here = new URL("/hooks", c.req.url).href;
    return c.html(
      sandboxDocument(
        "Received webhooks",
        html`<h1>Received webhooks</h1>
          <p>
            <a href="/">Back to the sandbox</a>. Add this receiver with
            <code>backlot webhooks add ${here} --event order.paid --reason "try it"</code>, and reload this page to see
            what came.
          </p>
          ${received.length === 0 ? html`<p>Nothing yet.</p>` : ""}
          ${received.map(({ id, time, body }) => html`<h2>${time}</h2><p>${id}</p><pre>${body}</pre>`)}`,
      ),
    );
  });
  return routes;
};
