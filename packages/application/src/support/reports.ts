import { monthsAfter } from "@backlot/domain";
import { MAX_REPORT_MONTHS, monthStart, monthsBetween } from "@backlot/domain/support/report";
import { InvalidRequest, ReadRepositories, currentTime } from "@backlot/ports";
import * as Effect from "effect/Effect";

interface MonthRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The default number of rows in a report. */
const USUAL_ROWS = 20;

/** Returns the months that a report covers. Fails if they are reversed or there are too many. */
const monthsOf = Effect.fnUntraced(function* ({ from, to }: MonthRange) {
  const now = (yield* currentTime).slice(0, 7);
  const months = monthsBetween(from ?? to ?? now, to ?? now);
  if (months !== null) return months;
  const message = `Use a range of up to ${MAX_REPORT_MONTHS} months, earliest first, such as 2026-01 to 2026-12.`;
  return yield* new InvalidRequest({ message, issues: [{ path: "query.from", message }] });
});

/** Returns the start and end of a report's months. */
const timeOf = (range: MonthRange) =>
  Effect.map(monthsOf(range), (months) => ({
    from: monthStart(months[0] ?? ""),
    before: monthsAfter(monthStart(months.at(-1) ?? ""), 1),
  }));

/** Returns the figures for each UTC month in a range: revenue, refunds, tax, subscribers, and credits. */
export const reportMonths = Effect.fnUntraced(function* (range: MonthRange) {
  const repos = yield* ReadRepositories;
  return yield* repos.reports.months(yield* monthsOf(range));
});

/** Returns the plans with their current subscribers and monthly revenue. */
export const reportPlans = ReadRepositories.use(({ reports }) => reports.plans());

/** Returns payments, refunds, and their tax by the buyers' countries in a range of UTC months. */
export const reportTaxes = Effect.fnUntraced(function* (range: MonthRange) {
  const repos = yield* ReadRepositories;
  return yield* repos.reports.taxes(yield* timeOf(range));
});

/** Returns the collections bought or downloaded in a range of UTC months, most bought first. */
export const reportItems = Effect.fnUntraced(function* ({
  limit = USUAL_ROWS,
  ...range
}: MonthRange & { readonly limit?: number | undefined }) {
  const repos = yield* ReadRepositories;
  return yield* repos.reports.items(yield* timeOf(range), limit);
});

/** Returns the searches without results in a range of UTC months, most frequent first. */
export const reportSearches = Effect.fnUntraced(function* ({
  limit = USUAL_ROWS,
  ...range
}: MonthRange & { readonly limit?: number | undefined }) {
  const repos = yield* ReadRepositories;
  return yield* repos.reports.searches(yield* monthsOf(range), limit);
});
