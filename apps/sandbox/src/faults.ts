/** How badly the outside world behaves: shares from 0 to 1, delays in milliseconds. All nothing is a good day. */
export interface Faults {
  /** Requests that are carried out and then get no answer. */
  readonly drop: number;
  /** Requests that fail with a 500 before anything is done. */
  readonly error500: number;
  /** Requests that are turned away with a 429. */
  readonly error429: number;
  /** The longest that an answer waits. */
  readonly delay: number;
  /** Webhooks that come twice. */
  readonly duplicate: number;
  /** Webhooks that come out of their order. */
  readonly reorder: number;
  /** The longest that a webhook waits. */
  readonly webhookDelay: number;
}

export const NO_FAULTS: Faults = {
  drop: 0,
  error500: 0,
  error429: 0,
  delay: 0,
  duplicate: 0,
  reorder: 0,
  webhookDelay: 0,
};

/** Everything goes wrong now and then. */
export const ALL_FAULTS: Faults = {
  drop: 0.05,
  error500: 0.05,
  error429: 0.05,
  delay: 30,
  duplicate: 0.3,
  reorder: 0.5,
  webhookDelay: 30,
};

/** The switches of the faults, which can be set while the sandbox runs. */
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

  happens(share: number): boolean {
    return share > 0 && Math.random() < share;
  }

  wait(longest: number): Promise<void> {
    return longest <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, Math.random() * longest));
  }
}
