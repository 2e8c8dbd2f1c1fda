import Stripe from "stripe";
import type { FaultSwitches } from "./faults.ts";
import type { State } from "./stripe/state.ts";

/** Posts every event to the store, signed, in order unless the faults say otherwise; what is not answered with 2xx is sent again. */
export const deliverWebhooks = (
  state: State,
  target: { readonly url: string; readonly secret: string },
  switches: FaultSwitches,
): { readonly stop: () => void; readonly idle: () => boolean } => {
  const queue = state.undelivered();
  let stopped = false;
  let running = false;

  const send = async (event: Stripe.Event): Promise<boolean> => {
    const payload = JSON.stringify(event);
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: target.secret });
    try {
      const answer = await fetch(target.url, {
        method: "POST",
        headers: { "content-type": "application/json", "stripe-signature": signature },
        body: payload,
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
      const { reorder, duplicate, webhookDelay } = switches.faults;
      const place = switches.happens(reorder) ? Math.floor(Math.random() * queue.length) : 0;
      const event = queue[place];
      if (event === undefined) break;
      await switches.wait(webhookDelay);
      if (await send(event)) {
        wait = 250;
        // Events that came while this one was on its way stand behind it: it is found again by itself.
        if (!switches.happens(duplicate)) {
          queue.splice(queue.indexOf(event), 1);
          if (!stopped) state.delivered(event.id);
        }
      } else {
        await new Promise((resolve) => setTimeout(resolve, wait).unref());
        wait = Math.min(wait * 2, 10_000);
      }
    }
    running = false;
  };

  state.onEvent = (event) => {
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
