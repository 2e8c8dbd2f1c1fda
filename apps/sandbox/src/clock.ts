import type { Settings } from "./settings.ts";

/** A task that is due at a time in Unix seconds. */
export interface Due {
  readonly at: number;
  readonly run: () => void;
}

/** Returns the earlier of two tasks, or the first if both are due at the same time. Null means no task. */
export const earlier = (first: Due | null, second: Due | null): Due | null =>
  first === null || (second !== null && second.at < first.at) ? second : first;

/**
 * The clock of one sandbox, in Unix seconds: the system time plus an offset. The offset starts at 0, or at the value
 * that the configured start time requires, grows when the clock is advanced, and survives restarts.
 */
export class Clock {
  readonly #settings: Settings;
  #offset: number;
  /** The time while a due task runs; null when the clock follows the system time. */
  #frozenAt: number | null = null;

  /** `startsAt` is the initial time of a new sandbox in Unix seconds; null for the system time. */
  constructor(settings: Settings, startsAt: number | null) {
    this.#settings = settings;
    const offset = settings.get("clock-offset");
    this.#offset = offset === null ? 0 : Number(offset);
    if (offset === null && startsAt !== null) this.#setOffset(startsAt - this.#advancedTime());
  }

  /** Returns the current time in Unix seconds. */
  now(): number {
    return this.#frozenAt ?? this.#advancedTime();
  }

  /** How far this clock is ahead of the system time, in seconds. */
  get offset(): number {
    return this.#offset;
  }

  /**
   * Advances the clock to a time and runs everything due until then, each task at its own time. A time in the past runs
   * overdue tasks and leaves the clock unchanged.
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
