import { handleWebhook } from "@backlot/application";
import * as Effect from "effect/Effect";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { Services } from "./composition.ts";

/** The largest event that is read, in bytes. */
const WEBHOOK_LIMIT = 1_000_000;

/**
 * Receives the providers' events, signed. 204: handled, or nothing of ours; 400: not signed by the provider; 503: to be
 * sent again. (CHK-07)
 */
export const webhooksRoute = ({ context }: Services, tooLarge: (c: Context) => Response): Hono => {
  const app = new Hono();
  app.post(
    "/api/webhooks/:provider{stripe|paypal}",
    bodyLimit({ maxSize: WEBHOOK_LIMIT, onError: tooLarge }),
    async (c) => {
      const provider = c.req.param("provider") === "paypal" ? "paypal" : "stripe";
      const outcome = await Effect.runPromiseWith(context)(
        handleWebhook(provider, await c.req.text(), c.req.header()).pipe(
          Effect.match({
            onSuccess: () => 204 as const,
            onFailure: (error) => (error._tag === "InvalidWebhookSignature" ? (400 as const) : (503 as const)),
          }),
        ),
      );
      return c.body(null, outcome);
    },
  );
  return app;
};
