import type { Instant } from "@backlot/domain";
import type { ItemReport, MonthReport, PlanReport, SearchReport, TaxReport } from "@backlot/domain/support/report";
import type * as Effect from "effect/Effect";

/** Read-only queries for the owner's reports. They read whole tables, so only staff may use them. */
export interface ReportReads {
  /** Returns a report for each UTC month, such as "2026-11", in the given order. */
  readonly months: (months: readonly string[]) => Effect.Effect<readonly MonthReport[]>;
  /** Returns the plans that have subscribers now, and the plans for sale. */
  readonly plans: () => Effect.Effect<readonly PlanReport[]>;
  /** Returns payments, refunds, and their tax by the buyers' countries, the highest payments first. */
  readonly taxes: (time: { readonly from: Instant; readonly before: Instant }) => Effect.Effect<readonly TaxReport[]>;
  /** Returns the collections that were bought or downloaded in a period, most bought first. */
  readonly items: (
    time: { readonly from: Instant; readonly before: Instant },
    limit: number,
  ) => Effect.Effect<readonly ItemReport[]>;
  /** Returns the searches without results in the given UTC months, most frequent first. */
  readonly searches: (months: readonly string[], limit: number) => Effect.Effect<readonly SearchReport[]>;
}
