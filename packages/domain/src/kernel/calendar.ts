import type { Instant, Interval } from "./calendar.schema.ts";

export type { Instant, Interval } from "./calendar.schema.ts";

const DAY_MS = 86_400_000;

/** Converts milliseconds since the Unix epoch to an instant. Throws RangeError if out of range. */
export const instant = (epochMs: number): Instant => new Date(epochMs).toISOString() as Instant;

/** Converts an ISO time to an instant in UTC. Throws RangeError if it is invalid. */
export const instantOf = (iso: string): Instant => instant(Date.parse(iso));

/** Returns the milliseconds since the Unix epoch. */
export const epochMs = (at: Instant): number => Date.parse(at);

/** Returns the UTC day of an instant: "2026-11-21". */
export const utcDay = (at: Instant): string => at.slice(0, 10);

/** Returns whether a text is a day of the calendar, such as "2026-11-21". */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && instantOf(text).startsWith(text);

/** Returns the UTC day and minute of an instant: "2026-11-21 10:00". */
export const utcMinute = (at: Instant): string => `${utcDay(at)} ${at.slice(11, 16)}`;

/**
 * Formats the end of a sale or banner: "until 2026-12-01 09:00 UTC", or "with no end date" if staff end it manually.
 */
export const untilText = (ends_at: Instant | null): string =>
  ends_at === null ? "with no end date" : `until ${utcMinute(ends_at)} UTC`;

const daysInMonth = (year: number, month: number): number => new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

/**
 * Returns the instant a number of months after an anchor, on the same day of the month or the last day of a shorter
 * month. Always count from the anchor, not from the last result. Otherwise, the 31st would become the 28th in every
 * month after February. (PLN-03)
 */
export const monthsAfter = (anchor: Instant, months: number): Instant => {
  const from = new Date(anchor);
  const target = from.getUTCFullYear() * 12 + from.getUTCMonth() + months;
  const year = Math.floor(target / 12);
  const month = target - year * 12;
  const day = Math.min(from.getUTCDate(), daysInMonth(year, month));
  const timeOfDay = epochMs(anchor) % DAY_MS;
  const midnight = new Date(0);
  midnight.setUTCFullYear(year, month, day);
  return instant(midnight.getTime() + (timeOfDay < 0 ? timeOfDay + DAY_MS : timeOfDay));
};

/** Returns the number of months in a billing interval. */
export const monthsIn = (interval: Interval): number => (interval === "month" ? 1 : 12);

/** A billing period, from `start` inclusive to `end` exclusive. */
export interface Period {
  readonly start: Instant;
  readonly end: Instant;
}

/** Returns the n-th period (from 0) of a subscription. Consecutive periods have no gaps or overlaps. */
export const periodAt = (anchor: Instant, interval: Interval, index: number): Period => ({
  start: monthsAfter(anchor, index * monthsIn(interval)),
  end: monthsAfter(anchor, (index + 1) * monthsIn(interval)),
});

/** Returns the period of a subscription that contains an instant, which must not be before the anchor. */
export const periodContaining = (anchor: Instant, interval: Interval, at: Instant): Period => {
  const from = new Date(anchor);
  const to = new Date(at);
  const months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
  let index = Math.max(0, Math.floor(months / monthsIn(interval)) - 1);
  while (periodAt(anchor, interval, index).end <= at) index += 1;
  return periodAt(anchor, interval, index);
};

/**
 * Returns how much of a period is left at an instant, as a fraction in milliseconds. Only whole days of use count: the
 * first day of a period leaves all of it. (CHG-07)
 */
export const remainingFraction = (
  period: Period,
  at: Instant,
): { readonly remainder: number; readonly whole: number } => {
  const whole = epochMs(period.end) - epochMs(period.start);
  const used = Math.max(0, epochMs(at) - epochMs(period.start));
  const remainder =
    epochMs(at) >= epochMs(period.end) ? 0 : Math.min(whole, whole - Math.floor(used / DAY_MS) * DAY_MS);
  return { remainder, whole };
};

/** Returns how much of a period has passed at an instant, in whole percent, rounded down. */
export const percentElapsed = (period: Period, at: Instant): number => {
  const { remainder, whole } = remainingFraction(period, at);
  return whole <= 0 ? 100 : Math.floor(((whole - remainder) * 100) / whole);
};

const MONTHS = "January February March April May June July August September October November December";

/** Formats a date: "November 21, 2026". Always in UTC, so that server and browser render the same. */
export const longDate = (at: Instant): string => {
  const date = new Date(at);
  // Intl gives the same result, but loading it takes as long as a whole command.
  return `${MONTHS.split(" ")[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;
};
