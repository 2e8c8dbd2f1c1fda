/** The number of reads, and of changes, that Stripe accepts per second (https://docs.stripe.com/rate-limits). */
export const PER_SECOND = 100;

/**
 * The requests of the last second, by API key. Counts in real time, because the sandbox's clock may stop or jump.
 * Stripe counts by account. Counting by key keeps tests that act as the dashboard from using up the store's limit.
 */
export class RateLimit {
  readonly #most: number;
  readonly #times = new Map<string, readonly number[]>();

  /** `most` is the number of requests to accept per key and second. */
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
