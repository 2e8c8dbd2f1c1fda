import type { Settings } from "./settings.ts";

/** Work that falls due at a moment, in Unix seconds. */
export interface Due {
  readonly at: number;
  readonly run: () => void;
}

/** The earlier of two pieces of work; the first where both are due at once. */
export const earlier = (first: Due | null, second: Due | null): Due | null =>
  first === null || (second !== null && second.at < first.at) ? second : first;

/**
 * The time of one sandbox in Unix seconds: the machine's time and the offset that it was advanced by. The offset
 * survives a restart.
 */
export class Clock {
  readonly #settings: Settings;
  #offset: number;
  /** The moment at which due work runs; null while the clock follows the machine's. */
  #frozenAt: number | null = null;

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#offset = Number(settings.get("clock-offset") ?? 0);
  }

  /** Unix seconds. */
  now(): number {
    return this.#frozenAt ?? this.#advancedTime();
  }

  /** Seconds ahead of the machine's time. */
  get offset(): number {
    return this.#offset;
  }

  /**
   * Runs what is due up to a moment, each piece at its own moment, and stays at that moment. A moment in the past runs
   * what is overdue and leaves the clock where it is.
   */
  advanceTo(moment: number, nextDue: () => Due | null): void {
    try {
      for (let due = nextDue(); due !== null && due.at <= moment; due = nextDue()) {
        this.#frozenAt = Math.max(due.at, this.now());
        due.run();
      }
    } finally {
      this.#frozenAt = null;
    }
    const ahead = moment - this.#advancedTime();
    if (ahead <= 0) return;
    this.#offset += ahead;
    this.#settings.set("clock-offset", String(this.#offset));
  }

  #advancedTime(): number {
    return Math.floor(Date.now() / 1_000) + this.#offset;
  }
}
