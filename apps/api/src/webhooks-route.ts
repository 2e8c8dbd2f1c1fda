import { handleWebhook } from "@backlot/application";
import { isProvider } from "@backlot/domain";
import * as Effect from "effect/Effect";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { Services } from "./composition.ts";
import { nameRoute } from "./observe/request-scope.ts";
import type { Telemetry } from "./observe/telemetry.ts";
import { RETRY_AFTER } from "./outages.ts";

/** The largest webhook body, in bytes. */
const WEBHOOK_LIMIT = 1_000_000;

/**
 * Creates the route for the providers' signed webhooks. Returns 204 if the event was handled or isn't ours, 400 if the
 * signature is invalid, 404 if the provider is unknown, and 503 to have the event redelivered.
 */
export const webhooksRoute = (
  { context }: Services,
  tooLarge: (c: Context) => Response,
  { event }: Pick<Telemetry, "event">,
): Hono => {
  const app = new Hono();
  app.post("/api/webhooks/:provider", bodyLimit({ maxSize: WEBHOOK_LIMIT, onError: tooLarge }), async (c, next) => {
    nameRoute("/api/webhooks/:provider");
    const provider = c.req.param("provider");
    if (!isProvider(provider)) return next();
    const outcome = await Effect.runPromiseWith(context)(
      handleWebhook(provider, await c.req.text(), c.req.header()).pipe(
        Effect.match({
          onSuccess: () => 204 as const,
          onFailure: (error) => (error._tag === "InvalidWebhookSignature" ? (400 as const) : (503 as const)),
        }),
      ),
    );
    if (outcome === 400) event("warn", "a webhook was refused: its signature is invalid", { provider });
    return c.body(null, outcome, outcome === 503 ? { "retry-after": RETRY_AFTER } : {});
  });
  return app;
};
