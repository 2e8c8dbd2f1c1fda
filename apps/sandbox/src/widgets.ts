import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { Hono } from "hono";

const SCRIPTS = ["chat-standin.js", "churnkey-standin.js"] as const;

const FOR_ALL = { "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin" } as const;

const sourceOf = (name: string): string => readFileSync(new URL(`../public/${name}`, import.meta.url), "utf8");

/**
 * Creates stand-ins for a live chat and for Churnkey. As with the real Churnkey, a request needs the customer's id,
 * signed with the store's key. `dueOf` returns the amount that a customer owes, in cents.
 */
export const widgets = (apiKey: string, dueOf: (customer: string) => number): Hono => {
  const routes = new Hono();
  for (const name of SCRIPTS)
    routes.get(`/${name}`, (c) =>
      c.body(sourceOf(name), 200, { "content-type": "text/javascript; charset=utf-8", ...FOR_ALL }),
    );
  routes.post("/churnkey/failed-payment", async (c) => {
    const { appId, customerId, authHash, provider } = await c.req.parseBody();
    const refused = (error: string) => c.json({ error }, 401, FOR_ALL);
    if (typeof appId !== "string" || appId === "") return refused("appId is missing");
    if (provider !== "stripe") return refused("provider is not supported");
    const expected = createHmac("sha256", apiKey).update(String(customerId)).digest("hex");
    return authHash === expected
      ? c.json({ due: dueOf(String(customerId)) }, 200, FOR_ALL)
      : refused("Invalid authHash");
  });
  return routes;
};
