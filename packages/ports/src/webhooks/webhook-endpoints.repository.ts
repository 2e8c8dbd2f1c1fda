import type { Instant } from "@backlot/domain";
import type { WebhookDelivery, WebhookEndpoint, WebhookEvent } from "@backlot/domain/support/webhook";
import type * as Effect from "effect/Effect";

/** A delivery that is due, with the data for its request. */
export interface DueDelivery {
  readonly id: number;
  readonly event_id: string;
  readonly url: string;
  readonly secret: string;
  readonly body: string;
  readonly attempts: number;
}

/** The outcome of an attempt. `next_attempt_at` is null once the event is delivered or given up on. */
export interface DeliveryOutcome {
  readonly at: Instant;
  readonly isDelivered: boolean;
  readonly next_attempt_at: Instant | null;
  readonly status: number | null;
  readonly error: string | null;
}

/** Read-only queries for the store's webhooks. */
export interface WebhookEndpointReads {
  /** Returns all webhooks, oldest first. */
  readonly all: () => Effect.Effect<readonly WebhookEndpoint[]>;
  /** Returns deliveries, newest first. `failed` omits delivered ones. */
  readonly deliveries: (query: {
    readonly failed: boolean;
    readonly before: number | null;
    readonly limit: number;
  }) => Effect.Effect<readonly WebhookDelivery[]>;
  /** Returns up to `limit` deliveries that are due, oldest first. */
  readonly due: (now: Instant, limit: number) => Effect.Effect<readonly DueDelivery[]>;
}

/** Adds writes to {@link WebhookEndpointReads}. Only available inside a transaction. */
export interface WebhookEndpoints extends WebhookEndpointReads {
  readonly add: (endpoint: WebhookEndpoint & { readonly secret: string }) => Effect.Effect<void>;
  /** Removes a webhook and its deliveries. Returns false if there is none. */
  readonly remove: (id: string) => Effect.Effect<boolean>;
  /** Records an attempt. */
  readonly record: (id: number, outcome: DeliveryOutcome) => Effect.Effect<void>;
  /** Makes a delivery due, with all its attempts left. Returns its event, or null if there is no such delivery. */
  readonly resend: (id: number, now: Instant) => Effect.Effect<WebhookEvent | null>;
  /** Deletes deliveries that were completed or given up on before a time. */
  readonly removeBefore: (at: Instant) => Effect.Effect<void>;
}
