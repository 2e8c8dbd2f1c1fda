import Stripe from "stripe";
import type { FaultSwitches } from "./faults.ts";
import type { PayPalEvent } from "./paypal/resources/event.ts";
import type { PayPalState } from "./paypal/state.ts";
import { transmissionHeaders } from "./paypal/signature.ts";
import type { StripeState } from "./stripe/state.ts";

/** The URL that receives a provider's events, and the secret that signs them. */
export interface WebhookTarget {
  readonly url: string;
  readonly secret: string;
}

/** A provider's undelivered events. */
interface Outbox<E> {
  readonly undelivered: () => E[];
  readonly markDelivered: (id: string) => void;
  onEvent: (event: E) => void;
}

/** Returns the headers of an event, signed for its body. */
type Signed<E> = (event: E, body: string) => Readonly<Record<string, string>>;

/** A running delivery of a provider's events. `idle` returns whether all events have been delivered. */
interface Delivery {
  readonly stop: () => void;
  readonly idle: () => boolean;
}

/**
 * The maximum random delay of an event, in milliseconds. Neither provider promises an order of its events
 * (https://docs.stripe.com/webhooks#event-ordering).
 */
const LATEST_MS = 20;

/**
 * Signs every event and posts it to the store after a short delay, in any order. Posts each event only once unless
 * faults are on. Retries until the response is a 2xx.
 */
const deliver = <E extends { readonly id: string }>(
  outbox: Outbox<E>,
  url: string,
  signed: Signed<E>,
  switches: FaultSwitches,
): Delivery => {
  const queue = outbox.undelivered();
  let stopped = false;
  let running = false;

  const send = async (event: E): Promise<boolean> => {
    const body = JSON.stringify(event);
    try {
      const answer = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json", ...signed(event, body) },
        body,
        signal: AbortSignal.timeout(10_000),
      });
      return answer.ok;
    } catch {
      return false;
    }
  };

  const drain = async (): Promise<void> => {
    if (running || stopped) return;
    running = true;
    let wait = 250;
    while (queue.length > 0 && !stopped) {
      const { duplicate, webhookDelay } = switches.faults;
      // Wait first, so that the events of one request are all in the queue.
      await switches.wait(LATEST_MS + webhookDelay);
      const event = queue[Math.floor(Math.random() * queue.length)];
      if (event === undefined) break;
      if (await send(event)) {
        wait = 250;
        // New events may have been queued in the meantime, so look up this event's position again.
        if (!switches.occurs(duplicate)) {
          queue.splice(queue.indexOf(event), 1);
          if (!stopped) outbox.markDelivered(event.id);
        }
      } else {
        await new Promise((resolve) => setTimeout(resolve, wait).unref());
        wait = Math.min(wait * 2, 10_000);
      }
    }
    running = false;
  };

  outbox.onEvent = (event) => {
    queue.push(event);
    void drain();
  };
  void drain();
  return {
    stop: () => {
      stopped = true;
    },
    idle: () => queue.length === 0,
  };
};

/** Starts delivering Stripe's events to the target, signed with its secret. */
export const deliverWebhooks = (state: StripeState, target: WebhookTarget, switches: FaultSwitches): Delivery =>
  deliver<Stripe.Event>(
    state,
    target.url,
    (_, payload) => ({
      "stripe-signature": Stripe.webhooks.generateTestHeaderString({ payload, secret: target.secret }),
    }),
    switches,
  );

/** Starts delivering PayPal's events to the target, whose `secret` is the webhook's id. */
export const deliverPayPalWebhooks = (state: PayPalState, target: WebhookTarget, switches: FaultSwitches): Delivery =>
  deliver<PayPalEvent>(state, target.url, (_, body) => transmissionHeaders(state, target.secret, body), switches);
