import type { Instant, Interval } from "./calendar.schema.ts";

export type { Instant, Interval } from "./calendar.schema.ts";

const DAY_MS = 86_400_000;

/** Milliseconds since 1970 as an instant; throws RangeError for what no calendar holds. */
export const instant = (epochMs: number): Instant => new Date(epochMs).toISOString() as Instant;

/** Any ISO time as an instant in UTC; throws RangeError when it is none. */
export const instantOf = (iso: string): Instant => instant(Date.parse(iso));

/** Milliseconds since 1970. */
export const epochMs = (at: Instant): number => Date.parse(at);

/** The UTC day of a moment, "2026-11-21". (DWN-02) */
export const utcDay = (at: Instant): string => at.slice(0, 10);

/** When something ends that staff may end by hand: "until 2026-12-01 09:00 UTC". (CLI-03) */
export const untilText = (ends_at: Instant | null): string =>
  ends_at === null ? "until it is ended" : `until ${utcDay(ends_at)} ${ends_at.slice(11, 16)} UTC`;

const daysInMonth = (year: number, month: number): number => new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

/**
 * The moment that lies a number of months after an anchor, on the anchor's day of the month, or on the last day of
 * a month that is too short. Counting from the anchor, never from the last result, brings the 31st back after
 * February. (PLN-03)
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

/** The months that one billing interval lasts. */
export const monthsIn = (interval: Interval): number => (interval === "month" ? 1 : 12);

/** A billing period: from its start, up to and without its end. */
export interface Period {
  readonly start: Instant;
  readonly end: Instant;
}

/** The n-th period (from 0) of a subscription anchored at a moment. Periods tile time without gap or overlap. */
export const periodAt = (anchor: Instant, interval: Interval, index: number): Period => ({
  start: monthsAfter(anchor, index * monthsIn(interval)),
  end: monthsAfter(anchor, (index + 1) * monthsIn(interval)),
});

/** The period of an anchored subscription that contains a moment at or after the anchor. */
export const periodContaining = (anchor: Instant, interval: Interval, at: Instant): Period => {
  const from = new Date(anchor);
  const to = new Date(at);
  const months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
  let index = Math.max(0, Math.floor(months / monthsIn(interval)) - 1);
  while (periodAt(anchor, interval, index).end <= at) index += 1;
  return periodAt(anchor, interval, index);
};

/**
 * Both ends of a share of time still unused, in milliseconds: left / whole. Outside the period it is 0 or all. (CHG-07)
 */
export const remainingFraction = (period: Period, at: Instant): { readonly left: number; readonly whole: number } => {
  const whole = epochMs(period.end) - epochMs(period.start);
  const left = Math.min(whole, Math.max(0, epochMs(period.end) - epochMs(at)));
  return { left, whole };
};

const LONG_DATE = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** "November 21, 2026", in UTC everywhere so that server and browser agree. */
export const longDate = (at: Instant): string => LONG_DATE.format(new Date(at));
