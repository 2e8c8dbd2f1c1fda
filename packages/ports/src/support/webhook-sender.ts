import * as Context from "effect/Context";
import type { Instant } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** A receiver's response, or why there is none. */
export interface WebhookReply {
  readonly status: number | null;
  readonly error: string | null;
}

/** Sends events to the store's webhooks, signed by the Standard Webhooks convention. */
export interface WebhookSender {
  /** Returns a new secret, such as "whsec_…". */
  readonly newSecret: () => string;
  /** Sends an event once. Never fails, because an error is part of the reply. */
  readonly send: (request: {
    readonly url: string;
    readonly secret: string;
    readonly id: string;
    readonly at: Instant;
    readonly body: string;
  }) => Effect.Effect<WebhookReply>;
}

export const WebhookSender = Context.Service<WebhookSender>("backlot/WebhookSender");
