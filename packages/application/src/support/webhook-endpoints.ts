import { message } from "@backlot/domain";
import { type WebhookEvent, webhookUrlProblem } from "@backlot/domain/support/webhook";
import {
  Ids,
  InvalidRequest,
  NotFound,
  ReadRepositories,
  Repositories,
  WebhookSender,
  currentTime,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import { Settings } from "../settings.ts";

/** The default number of deliveries on a page. */
const USUAL_DELIVERIES = 20;

/** Adds a webhook, with a new secret. Fails for a URL that can't be used for a webhook. Call it in a transaction. */
export const addWebhook = Effect.fnUntraced(function* (url: string, events: readonly WebhookEvent[]) {
  const problem = webhookUrlProblem(url, { isOnServer: (yield* Settings).isOnServer });
  if (problem !== null)
    return yield* new InvalidRequest({ message: problem, issues: [{ path: "payload.url", message: problem }] });
  const repos = yield* Repositories;
  const created_at = yield* currentTime;
  const secret = (yield* WebhookSender).newSecret();
  const endpoint = { id: (yield* Ids).next(), url, events, created_at, secret };
  yield* repos.webhookEndpoints.add(endpoint);
  return endpoint;
});

/** Removes a webhook. Fails if it doesn't exist. Call it in a transaction. */
export const removeWebhook = Effect.fnUntraced(function* (id: string) {
  const repos = yield* Repositories;
  if (!(yield* repos.webhookEndpoints.remove(id))) return yield* new NotFound({ message: message("not_found") });
});

/** Sends an event again. Fails if there is no such delivery. Call it in a transaction. */
export const resendWebhook = Effect.fnUntraced(function* (id: number) {
  const repos = yield* Repositories;
  const event = yield* repos.webhookEndpoints.resend(id, yield* currentTime);
  return event ?? (yield* new NotFound({ message: message("not_found") }));
});

/** Returns a page of deliveries, newest first. */
export const listDeliveries = Effect.fnUntraced(function* ({
  starting_after,
  limit = USUAL_DELIVERIES,
  failed,
}: {
  readonly starting_after?: number | undefined;
  readonly limit?: number | undefined;
  readonly failed?: "true" | "false" | undefined;
}) {
  const repos = yield* ReadRepositories;
  const page = { failed: failed === "true", before: starting_after ?? null, limit: limit + 1 };
  const deliveries = yield* repos.webhookEndpoints.deliveries(page);
  return { data: deliveries.slice(0, limit), has_more: deliveries.length > limit };
});
