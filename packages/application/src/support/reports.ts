import { monthsAfter } from "@backlot/domain";
import { MAX_REPORT_MONTHS, monthStart, monthsBetween } from "@backlot/domain/support/report";
import { Clock, InvalidRequest, ReadRepositories } from "@backlot/ports";
import * as Effect from "effect/Effect";

interface MonthRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** How many rows a report lists by default. */
const USUAL_ROWS = 20;

/** Returns the months that a report covers. Fails if they are reversed or too many. */
const monthsOf = ({ from, to }: MonthRange) =>
  Effect.gen(function* () {
    const now = (yield* Clock).now().slice(0, 7);
    const months = monthsBetween(from ?? to ?? now, to ?? now);
    if (months !== null) return months;
    const message = `Use months in order, up to ${MAX_REPORT_MONTHS}, such as 2026-01 to 2026-12.`;
    return yield* new InvalidRequest({ message, issues: [{ path: "query.from", message }] });
  });

/** Returns the numbers of each UTC month of a time: revenue, refunds, tax, subscribers, and credits. */
export const reportMonths = (range: MonthRange) =>
  Effect.gen(function* () {
    const { reports } = yield* ReadRepositories;
    return yield* reports.months(yield* monthsOf(range));
  });

/** Returns the plans with their subscribers now, and what they bring in a month. */
export const reportPlans = ReadRepositories.use(({ reports }) => reports.plans());

/** Returns the collections that were bought and downloaded in some UTC months, the most bought first. */
export const reportItems = ({ limit = USUAL_ROWS, ...range }: MonthRange & { readonly limit?: number | undefined }) =>
  Effect.gen(function* () {
    const { reports } = yield* ReadRepositories;
    const months = yield* monthsOf(range);
    const [from = "", to = ""] = [months[0], months.at(-1)];
    return yield* reports.items({ from: monthStart(from), before: monthsAfter(monthStart(to), 1) }, limit);
  });

/** Returns the searches that found nothing in some UTC months, the most frequent first. */
export const reportSearches = ({
  limit = USUAL_ROWS,
  ...range
}: MonthRange & { readonly limit?: number | undefined }) =>
  Effect.gen(function* () {
    const { reports } = yield* ReadRepositories;
    return yield* reports.searches(yield* monthsOf(range), limit);
  });
