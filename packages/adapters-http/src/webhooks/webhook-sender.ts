import { randomBytes } from "node:crypto";
import type { WebhookSender } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { Webhook } from "standardwebhooks";

/** How long to wait for a receiver, in milliseconds. */
const TIMEOUT_MS = 10_000;

/** Returns why no response came, without the URL, which may contain a secret. */
const reasonOf = (cause: unknown): string => {
  if (cause instanceof Error && cause.name === "TimeoutError") return "no response within 10 seconds";
  const inner: unknown = Reflect.get(Object(cause), "cause");
  const code: unknown = Reflect.get(Object(inner), "code");
  return typeof code === "string" ? code : "no connection";
};

/**
 * Creates the sender for the store's webhooks. It doesn't follow redirects, so a receiver can't direct a request to
 * another server.
 */
export const makeWebhookSender = (timeoutMs = TIMEOUT_MS): WebhookSender => ({
  newSecret: () => `whsec_${randomBytes(24).toString("base64")}`,
  send: ({ url, secret, id, at, body }) =>
    Effect.tryPromise(async (signal) => {
      const time = new Date(at);
      const answer = await fetch(url, {
        method: "POST",
        redirect: "manual",
        headers: {
          "content-type": "application/json",
          "webhook-id": id,
          "webhook-timestamp": String(Math.floor(time.getTime() / 1_000)),
          "webhook-signature": new Webhook(secret).sign(id, time, body),
        },
        body,
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      });
      // Ignore the response's body.
      await answer.body?.cancel();
      return { status: answer.status, error: answer.ok ? null : `it responded with ${answer.status}` };
    }).pipe(Effect.catch(({ cause }) => Effect.succeed({ status: null, error: reasonOf(cause) }))),
});
