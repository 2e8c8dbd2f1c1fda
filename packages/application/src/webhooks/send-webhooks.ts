import { epochMs, instant } from "@backlot/domain";
import { DELIVERY_WAITS, MOST_DELIVERY_ATTEMPTS } from "@backlot/domain/support/webhook";
import {
  type DueDelivery,
  ReadRepositories,
  Repositories,
  WebhookSender,
  transactional,
  currentTime,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import { retryDelay } from "../retry-delay.ts";

/** The maximum number of deliveries per run. */
const BATCH = 100;

/** The maximum number of receivers called at once. */
const AT_ONCE = 8;

/** How long deliveries are kept, in milliseconds. */
const KEPT_MS = 30 * 24 * 3_600_000;

const sendOne = Effect.fn("webhooks.send")(function* ({ id, event_id, url, secret, body, attempts }: DueDelivery) {
  const now = yield* currentTime;
  const { status, error } = yield* (yield* WebhookSender).send({ url, secret, id: event_id, at: now, body });
  const isLast = attempts + 1 >= MOST_DELIVERY_ATTEMPTS;
  const next = instant(epochMs(now) + retryDelay(DELIVERY_WAITS, attempts, 0.5));
  const outcome = {
    at: now,
    isDelivered: error === null,
    next_attempt_at: error === null || isLast ? null : next,
    ...{ status, error },
  };
  yield* transactional(Repositories.use(({ webhookEndpoints }) => webhookEndpoints.record(id, outcome)));
});

/** Sends the due events to the store's webhooks. Failed deliveries are retried later, with increasing waits. */
export const sendWebhooks = Effect.gen(function* () {
  const repos = yield* ReadRepositories;
  const due = yield* repos.webhookEndpoints.due(yield* currentTime, BATCH);
  yield* Effect.forEach(due, sendOne, { concurrency: AT_ONCE, discard: true });
});

/** Deletes deliveries that were completed or given up on more than a month ago. */
export const removeOldDeliveries = Effect.gen(function* () {
  const before = instant(epochMs(yield* currentTime) - KEPT_MS);
  yield* transactional(Repositories.use(({ webhookEndpoints }) => webhookEndpoints.removeBefore(before)));
});
