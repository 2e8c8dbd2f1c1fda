import { Hono } from "hono";
import { html } from "hono/html";
import { sandboxDocument } from "../document.ts";

/** A track event as the store sent it. */
interface TrackCall {
  readonly type: "track";
  readonly event: string;
  readonly messageId: string;
  readonly timestamp: string;
  readonly anonymousId?: string;
  readonly userId?: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** The number of events to keep. */
const MOST = 5_000;
/** The number of events that the page shows. */
const SHOWN = 200;
/** The maximum size of a batch, in bytes. */
const BATCH_BYTES = 500_000;
/** The maximum size of one event, in bytes. */
const EVENT_BYTES = 32_000;

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

/** Returns the invalid field of an event, or "size"; null if the service accepts it. */
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
 * Creates an in-memory stand-in for Segment's HTTP tracking API. Deduplicates events by message id; its page shows the
 * latest ones.
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
    // Some services return JSON and others this text, but only the status matters.
    return c.text("OK");
  });
  // Lists one browser's events, for tests.
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
