/** The faults that the sandbox injects: shares from 0 to 1, delays in milliseconds. */
export interface Faults {
  /** Requests that are carried out and get no answer. */
  readonly drop: number;
  /** Requests that fail with a 500 before anything is done. */
  readonly error500: number;
  /** Requests that fail with a 500 which Stripe stores under their key, and answers again. */
  readonly stored500: number;
  /** Requests that are refused with a 429. */
  readonly error429: number;
  /** The longest delay of an answer. */
  readonly delay: number;
  /** Webhooks that are sent twice. */
  readonly duplicate: number;
  /** Webhooks that are sent out of order. */
  readonly reorder: number;
  /** The longest delay of a webhook. */
  readonly webhookDelay: number;
}

export const NO_FAULTS: Faults = {
  drop: 0,
  error500: 0,
  stored500: 0,
  error429: 0,
  delay: 0,
  duplicate: 0,
  reorder: 0,
  webhookDelay: 0,
};

/** Every fault, some of the time. */
export const ALL_FAULTS: Faults = {
  drop: 0.05,
  error500: 0.05,
  // A change of plan keeps its key for a day: it would wait that long.
  stored500: 0,
  error429: 0.05,
  delay: 30,
  duplicate: 0.3,
  reorder: 0.5,
  webhookDelay: 30,
};

/** The faults in force, which can be set while the sandbox runs. */
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

  /** Whether a fault of a share strikes now. */
  occurs(share: number): boolean {
    return share > 0 && Math.random() < share;
  }

  /** Waits a random time up to the longest. */
  wait(longest: number): Promise<void> {
    return longest <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, Math.random() * longest));
  }
}
