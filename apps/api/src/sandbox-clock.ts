import { instant } from "@backlot/domain";
import type { Clock } from "@backlot/ports";

/** The interval between requests for the sandbox's clock, in milliseconds. */
const ASK_EVERY_MS = 1_000;

/**
 * Returns the system clock plus the payment sandbox's offset, so that store and provider agree on the time. If the
 * sandbox does not respond, the last known offset applies. `stop` stops polling.
 */
export const sandboxClock = async (baseUrl: string): Promise<{ readonly clock: Clock; readonly stop: () => void }> => {
  let offset = 0;
  const ask = async (): Promise<void> => {
    try {
      const answer = await fetch(`${baseUrl}/clock`, { signal: AbortSignal.timeout(2_000) });
      const body = (await answer.json()) as { readonly offset?: unknown };
      if (typeof body.offset === "number") offset = body.offset * 1_000;
    } catch {
      // The sandbox may start after the store, or stop before it.
    }
  };
  await ask();
  const timer = setInterval(() => void ask(), ASK_EVERY_MS);
  timer.unref();
  return { clock: { now: () => instant(Date.now() + offset) }, stop: () => clearInterval(timer) };
};
