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
 * The time of one sandbox in Unix seconds: the machine's time and an offset, which is 0 unless the sandbox was started
 * at a moment of its own, and grows as it is advanced. The offset survives a restart.
 */
export class Clock {
  readonly #settings: Settings;
  #offset: number;
  /** The moment at which due work runs; null while the clock follows the machine's. */
  #frozenAt: number | null = null;

  /** `startsAt`, in Unix seconds, is the time at which a new sandbox starts; null is the machine's. */
  constructor(settings: Settings, startsAt: number | null) {
    this.#settings = settings;
    const stored = settings.get("clock-offset");
    this.#offset = stored === null ? 0 : Number(stored);
    if (stored === null && startsAt !== null) this.#setOffset(startsAt - this.#advancedTime());
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
    this.#setOffset(this.#offset + ahead);
  }

  #setOffset(seconds: number): void {
    this.#offset = seconds;
    this.#settings.set("clock-offset", String(seconds));
  }

  #advancedTime(): number {
    return Math.floor(Date.now() / 1_000) + this.#offset;
  }
}
