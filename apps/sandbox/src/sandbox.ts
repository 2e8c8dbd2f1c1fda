import { mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { type ServerType, serve } from "@hono/node-server";
import { Hono } from "hono";
import { sandboxPage } from "./page.ts";
import { billingRoutes, invoicePaid } from "./stripe/billing.ts";
import { customerRoutes } from "./stripe/customers.ts";
import { makeIntents } from "./stripe/intents.ts";
import { stripeApi } from "./stripe/routes.ts";
import { State } from "./stripe/state.ts";
import { threeDSecure } from "./three-d-secure.ts";
import { deliverWebhooks } from "./webhooks.ts";

/** Where the sandbox keeps its state, and where it tells what happened. */
export interface SandboxOptions {
  readonly file: string;
  readonly port: number;
  readonly webhook: { readonly url: string; readonly secret: string } | null;
}

const standIn = new URL("../public/stripe-standin.js", import.meta.url);

/** Starts the outside world of one machine: the card provider over HTTP, its browser script and its page. */
export const startSandbox = async (options: SandboxOptions): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> => {
  mkdirSync(dirname(options.file), { recursive: true });
  const state = new State(options.file);
  let url = `http://127.0.0.1:${options.port}`;
  const intents = makeIntents(state, () => url, invoicePaid(state));
  const app = new Hono();
  app.get("/", (c) => c.html(sandboxPage(state)));
  app.get("/health", (c) => c.json({ status: "ok" }));
  app.get("/stripe-standin.js", (c) =>
    c.body(readFileSync(standIn, "utf8"), 200, {
      "content-type": "text/javascript; charset=utf-8",
      "cross-origin-resource-policy": "cross-origin",
      "cache-control": "no-cache",
    }),
  );
  app.route(
    "/",
    threeDSecure((id, completed) => {
      intents.endChallenge(id, completed);
      state.commit();
    }),
  );
  app.route(
    "/",
    stripeApi(state, (route) => {
      customerRoutes(state)(route);
      intents.routes(route);
      billingRoutes(state, intents.confirm)(route);
    }),
  );
  const server = await new Promise<ServerType>((resolve, reject) => {
    const starting: ServerType = serve({ fetch: app.fetch, port: options.port, hostname: "127.0.0.1" }, (info) => {
      url = `http://127.0.0.1:${info.port}`;
      resolve(starting);
    });
    starting.once("error", reject);
  });
  const delivery = options.webhook === null ? null : deliverWebhooks(state, options.webhook);
  return {
    url,
    stop: async () => {
      delivery?.stop();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        if ("closeAllConnections" in server) server.closeAllConnections();
      });
      state.close();
    },
  };
};
