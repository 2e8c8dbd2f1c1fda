import Stripe from "stripe";
import type { State } from "./stripe/state.ts";

/** Posts every event to the store, signed, in order; what the store does not answer with 2xx is sent again. */
export const deliverWebhooks = (state: State, target: { readonly url: string; readonly secret: string }): { readonly stop: () => void } => {
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
    while (queue[0] !== undefined && !stopped) {
      if (await send(queue[0])) {
        const [done] = queue.splice(0, 1);
        if (!stopped && done !== undefined) state.delivered(done.id);
        wait = 250;
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
  };
};
