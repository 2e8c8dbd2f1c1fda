/** The requests that Stripe takes in a second, reads and changes each (https://docs.stripe.com/rate-limits). */
export const PER_SECOND = 100;

/**
 * The requests of the last second, by API key. Counts in real time, as the sandbox's clock may stand still or jump.
 * Stripe counts by account. Counting by key keeps what tests do in place of the dashboard out of the store's limit.
 */
export class RateLimit {
  readonly #most: number;
  readonly #times = new Map<string, readonly number[]>();

  /** `most` is how many requests with a key are taken in a second. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Counts a request with a key. Returns false, without counting it, if there were too many in the last second. */
  takes(key: string): boolean {
    const now = performance.now();
    const recent = (this.#times.get(key) ?? []).filter((at) => now - at < 1_000);
    const isTaken = recent.length < this.#most;
    this.#times.set(key, isTaken ? [...recent, now] : recent);
    return isTaken;
  }
}
