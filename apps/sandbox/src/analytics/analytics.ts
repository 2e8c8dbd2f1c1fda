import { Hono } from "hono";
import { html } from "hono/html";
import { sandboxDocument } from "../document.ts";

/** An event as the service was told it. */
interface TrackCall {
  readonly type: "track";
  readonly event: string;
  readonly messageId: string;
  readonly timestamp: string;
  readonly anonymousId?: string;
  readonly userId?: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** How many events it keeps. */
const MOST = 5_000;
/** How many its page shows. */
const SHOWN = 200;
/** What one call may bring at most, and one event of it, in bytes. */
const BATCH_BYTES = 500_000;
const EVENT_BYTES = 32_000;

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

/** Why the service would not take an event; null where it would. */
const refusal = (event: Partial<TrackCall>): string | null => {
  if (event.type !== "track") return "type";
  if (!isText(event.event)) return "event";
  if (!isText(event.anonymousId) && !isText(event.userId)) return "userId or anonymousId";
  return JSON.stringify(event).length > EVENT_BYTES ? "size" : null;
};

const keyOf = (authorization: string | undefined): string =>
  Buffer.from((authorization ?? "").replace(/^Basic /, ""), "base64")
    .toString()
    .replace(/:$/, "");

/**
 * A service that takes events as Segment's HTTP tracking API does, in memory: each event once by its id. Its page
 * shows the last ones.
 */
export const makeAnalytics = (): Hono => {
  const events = new Map<string, TrackCall>();
  const routes = new Hono();
  routes.post("/analytics/v1/batch", async (c) => {
    if (keyOf(c.req.header("authorization")) === "") return c.json({ success: false, message: "write key" }, 401);
    const text = await c.req.text();
    if (text.length > BATCH_BYTES) return c.json({ success: false, message: "batch too large" }, 400);
    const { batch } = JSON.parse(text) as { readonly batch?: readonly TrackCall[] };
    const refused = batch?.map(refusal).find((reason) => reason !== null);
    if (batch === undefined || refused !== undefined)
      return c.json({ success: false, message: refused ?? "batch" }, 400);
    for (const event of batch) events.set(event.messageId, event);
    for (const id of [...events.keys()].slice(0, Math.max(0, events.size - MOST))) events.delete(id);
    // Some services answer JSON here, others this: the status counts.
    return c.text("OK");
  });
  // Those of one browser, for tests.
  routes.get("/analytics/events", (c) =>
    c.json([...events.values()].filter(({ anonymousId }) => anonymousId === c.req.query("browser"))),
  );
  routes.get("/analytics", (c) => {
    const last = [...events.values()].slice(-SHOWN).reverse();
    return c.html(
      sandboxDocument(
        "Analytics",
        html`<h1>Analytics</h1>
          <p><a href="/">Back to the sandbox</a>. What the store told of browsers whose holders consented.</p>
          ${last.length === 0 ? html`<p>There is no event yet.</p>` : ""}
          <ul>
            ${last.map(
              ({ event, timestamp, userId, anonymousId, properties }) => html`<li>
                  <strong>${event}</strong>, ${timestamp.slice(0, 19).replace("T", " ")} UTC, by
                  ${userId ?? anonymousId}
                  <pre>${JSON.stringify(properties)}</pre>
                </li>`,
            )}
          </ul>`,
      ),
    );
  });
  return routes;
};
