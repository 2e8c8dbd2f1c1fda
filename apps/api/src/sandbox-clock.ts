import { instant } from "@backlot/domain";
import type { Clock } from "@backlot/ports";

/** How often the store asks the sandbox how far its clock was advanced, in milliseconds. */
const ASK_EVERY_MS = 1_000;

/**
 * The machine's clock, advanced by as much as people have advanced the payment sandbox: a store and its provider live
 * in one time. A sandbox that does not answer leaves the clock where it was.
 */
export const sandboxClock = async (baseUrl: string): Promise<{ readonly clock: Clock; readonly stop: () => void }> => {
  let offset = 0;
  const ask = async (): Promise<void> => {
    try {
      const answer = await fetch(`${baseUrl}/clock`, { signal: AbortSignal.timeout(2_000) });
      const body = (await answer.json()) as { readonly offset?: unknown };
      if (typeof body.offset === "number") offset = body.offset * 1_000;
    } catch {
      // The sandbox comes and goes beside the store.
    }
  };
  await ask();
  const timer = setInterval(() => void ask(), ASK_EVERY_MS);
  timer.unref();
  return { clock: { now: () => instant(Date.now() + offset) }, stop: () => clearInterval(timer) };
};
