import { type Instant, instantOf, monthsAfter } from "../kernel/calendar.ts";

export type { ItemReport, MonthReport, PlanReport, SearchReport, TaxReport } from "./report.schema.ts";

/** The maximum number of months in a report. */
export const MAX_REPORT_MONTHS = 36;

/**
 * Returns the UTC months from one to another, such as "2026-11", or null if they are reversed or there are too many.
 */
export const monthsBetween = (from: string, to: string): readonly string[] | null => {
  const months: string[] = [];
  for (let at = monthStart(from); at <= monthStart(to); at = monthsAfter(at, 1)) {
    if (months.length === MAX_REPORT_MONTHS) return null;
    months.push(at.slice(0, 7));
  }
  return months.length === 0 ? null : months;
};

/** Returns when a UTC month such as "2026-11" begins. */
export const monthStart = (month: string): Instant => instantOf(`${month}-01T00:00:00.000Z`);
