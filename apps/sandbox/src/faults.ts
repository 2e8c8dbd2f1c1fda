/** The faults that the sandbox injects. Fractions are from 0 to 1, delays in milliseconds. */
export interface Faults {
  /** The fraction of requests that are processed but get no response. */
  readonly drop: number;
  /** The fraction of requests that fail with a 500 before anything happens. */
  readonly error500: number;
  /** The fraction of requests that fail with a 500 that Stripe stores under the idempotency key and replays. */
  readonly stored500: number;
  /** The fraction of requests that are rejected with a 429. */
  readonly error429: number;
  /** The maximum delay of a response, in milliseconds. */
  readonly delay: number;
  /** The delay of every response, in milliseconds, as with a distant provider. */
  readonly latency: number;
  /** The fraction of webhooks that are sent twice. */
  readonly duplicate: number;
  /** The maximum delay of a webhook, in milliseconds. */
  readonly webhookDelay: number;
}

export const NO_FAULTS: Faults = {
  drop: 0,
  error500: 0,
  stored500: 0,
  error429: 0,
  delay: 0,
  latency: 0,
  duplicate: 0,
  webhookDelay: 0,
};

/** Every fault at a moderate rate, except stored 500s. */
export const ALL_FAULTS: Faults = {
  drop: 0.05,
  error500: 0.05,
  // A plan change keeps its idempotency key for a day, so it would be stuck that long.
  stored500: 0,
  error429: 0.05,
  delay: 30,
  latency: 0,
  duplicate: 0.3,
  webhookDelay: 30,
};

/** The active faults, adjustable while the sandbox runs. */
export class FaultSwitches {
  faults: Faults = NO_FAULTS;

  set(given: Readonly<Record<string, unknown>>): Faults {
    const next: Record<string, number> = { ...this.faults };
    for (const name of Object.keys(NO_FAULTS)) {
      const value = Number(given[name] ?? next[name]);
      if (Number.isFinite(value) && value >= 0) next[name] = value;
    }
    this.faults = { ...this.faults, ...next };
    return this.faults;
  }

  /** Returns true at random, with a probability of `share` (from 0 to 1). */
  occurs(share: number): boolean {
    return share > 0 && Math.random() < share;
  }

  /** Waits for a response's delay. */
  async respond(): Promise<void> {
    const { delay, latency } = this.faults;
    if (latency > 0) await new Promise((resolve) => setTimeout(resolve, latency));
    await this.wait(delay);
  }

  /** Waits for a random time up to `longest` milliseconds. */
  wait(longest: number): Promise<void> {
    return longest <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, Math.random() * longest));
  }
}
